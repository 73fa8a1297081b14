import type { TextEncryption } from '#core/shared/encrypted-data.ts';
import type { Log } from '#core/shared/log.ts';
import { Money } from '#core/shared/money.ts';
import type { GatewayCallKind, Outcome } from '../apply-outcome.ts';
import type { Payment } from '../payment.ts';
import type { Charge, Gateways, LookUpOutcome, PaymentGateway } from '../payment-gateway.ts';
import type { OperationKind, PaymentOperation } from '../payment-operation.ts';
import { callGateway, declineCode, requireWebPage } from '../steps/gateway-call.ts';

/** Calls a payment's gateway, outside of any transaction. Never throws: a failure is `unknown`. */
export type GatewayClient = Readonly<{
  /** Whether the payment's gateway is enabled. */
  isOn(payment: Payment): boolean;
  /** Sends an operation, or repeats it. */
  execute(payment: Payment, operation: PaymentOperation): Promise<Outcome>;
  /** Reads the state of the payment's charge. */
  lookUp(payment: Payment): Promise<LookUpOutcome>;
}>;

type Recipient = Readonly<{ gateway: PaymentGateway; decrypt: TextEncryption['decrypt'] }>;

type Sender = (to: Recipient, payment: Payment, operation: PaymentOperation) => Promise<Outcome>;

const SENDERS: Readonly<Record<OperationKind, Sender>> = {
  authorize: async ({ gateway, decrypt }, payment) => {
    const { id: key, amount, token, methodId, captureMethod, payableId, returnUrl } = payment;
    if (token === null) return { kind: 'unknown', why: 'the token was deleted' };
    const charged = { key, amount, captureMethod, payableId, returnUrl, offSession: payment.isOffSession };
    if (methodId === null) return gateway.authorize({ ...charged, token });
    if (gateway.savedMethods === undefined) return { kind: 'unknown', why: 'the gateway saves no methods any more' };
    return gateway.authorize({ ...charged, saved: decrypt(token) });
  },

  capture: ({ gateway }, payment, { id, amount }) =>
    gateway.capture({
      key: id as `cap_${string}`,
      charge: chargeOf(payment),
      amount,
      isLast: payment.captured.add(payment.capturing).compare(payment.amount) === 0,
    }),

  void: ({ gateway }, payment, { id }) => gateway.void({ key: id as `void_${string}`, charge: chargeOf(payment) }),

  refund: ({ gateway }, payment, { id, amount, reason }) =>
    gateway.refund({ key: id as `re_${string}`, charge: chargeOf(payment), amount, reason }),
};

/** @throws TypeError for a charge that cannot be the payment's. */
const requirePossible = ({ captured, refunded, status, redirectUrl }: Charge, { amount }: Payment): void => {
  for (const [name, value, maximum] of [
    ['captured', captured, amount],
    ['refunded', refunded, captured],
  ] as const) {
    if (!(value instanceof Money) || value.currency !== amount.currency) {
      throw new TypeError(`The amount ${name} of the charge is not Money in ${amount.currency}.`);
    }
    if (value.minor < 0n || value.compare(maximum) > 0) {
      throw new TypeError(`The amount ${name} of the charge is ${value.toDecimal()}, not 0 to ${maximum.toDecimal()}.`);
    }
  }
  if (status === 'requires_action') requireWebPage(redirectUrl);
};

const chargeOf = ({ id, reference }: Payment) => ({ key: id, reference });

type Deps = Readonly<{ gateways: Gateways; encryption: Pick<TextEncryption, 'decrypt'>; log: Log }>;

export const makeGatewayClient = ({ gateways, encryption: { decrypt }, log }: Deps): GatewayClient => {
  const call = <T extends Readonly<{ kind: string }>>(
    { id, gateway }: Payment,
    kind: GatewayCallKind,
    send: (gateway: PaymentGateway) => Promise<T>,
  ) => callGateway(log, { kind, of: { object: 'payment', id, gateway }, recipient: gateways.get(gateway), send });
  return {
    isOn: ({ gateway }) => gateways.has(gateway),
    execute: (payment, operation) =>
      call<Outcome>(payment, operation.kind, async (gateway) => {
        const outcome = await SENDERS[operation.kind]({ gateway, decrypt }, payment, operation);
        if (outcome.kind === 'requires_action') requireWebPage(outcome.redirectUrl);
        return outcome.kind === 'declined' ? { ...outcome, code: declineCode(outcome.code) } : outcome;
      }),
    lookUp: (payment) =>
      call<LookUpOutcome>(payment, 'look_up', async (gateway) => {
        const outcome = await gateway.lookUp(chargeOf(payment));
        if (outcome.kind === 'found') requirePossible(outcome.charge, payment);
        return outcome;
      }),
  };
};
