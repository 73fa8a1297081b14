import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AuthorizeOutcome,
  Charge,
  ChargeName,
  GatewayWebhook,
  LookUpOutcome,
  PaymentGateway,
  RefundRequest,
} from '#core/payments/payment-gateway.ts';
import type { Money } from '#core/shared/money.ts';
import { makeLaterChanges } from './later-changes.ts';
import type { SandboxCharge, SandboxRecord, SandboxStep, StepOutcome } from './sandbox-charge.ts';
import { chargedSource, makeSavedMethods } from './sandbox-method.ts';
import { makeGatewayWebhook, verifyGatewayWebhook } from './sandbox-webhook.ts';
import {
  DECLINES,
  HOSTED_FORM,
  LATER_DECLINES,
  LATER_STEPS,
  REFUND_FAILS_LATER,
  RESPONSE_LOST,
  SLOW_MS,
  TOKENS,
  UNREACHABLE,
} from './tokens.ts';

/** A gateway for trials that moves no money and decides by the token. */
export type SandboxGateway = PaymentGateway &
  Readonly<{
    /** What a payer who must act sees; undefined for an unknown key. */
    find(key: ChargeName['key']): Promise<SandboxCharge | undefined>;
    /** Applies the payer's decision. @returns the webhook that reports it. */
    decide(key: ChargeName['key'], decision: 'approve' | 'decline'): Promise<GatewayWebhook>;
    /** The webhook of a changed charge, sent at a time. */
    webhook(key: ChargeName['key'], at: Date): GatewayWebhook;
    /** Lets a refund fail after it has succeeded. @returns the webhook that reports it. */
    failRefund(key: ChargeName['key'], refund: RefundRequest['key'], amount: Money): Promise<GatewayWebhook>;
    /** Opens or closes a dispute of what was captured. @returns the webhook that reports it. */
    dispute(key: ChargeName['key'], step: 'dispute' | 'win' | 'lose'): Promise<GatewayWebhook>;
    /** Starts to send webhooks of later changes, as the tokens demand them. @returns a function that stops it. */
    sendWebhooks(send: (webhook: GatewayWebhook) => Promise<void>): () => void;
  }>;

/** Simulated failures of the sandbox, changeable at any time. */
export type SandboxFailures = {
  /** The delay before every response, in milliseconds. */
  delayMs?: number;
  /** The number of next responses that are lost after the operation is done. */
  lostResponses?: number;
  /** Whether the sandbox is unreachable. */
  isDown?: boolean;
};

type Deps = Readonly<{
  record: SandboxRecord;
  /** Signs webhooks. */
  secret: string;
  /** The service's public URL. */
  publicUrl: () => string;
  failures?: SandboxFailures;
  /** How long after a capture or a refund its later changes follow, in milliseconds. */
  laterMs?: number;
}>;

export const makeSandboxGateway = ({
  record,
  secret,
  publicUrl,
  failures = {},
  laterMs = 1_000,
}: Deps): SandboxGateway => {
  const later = makeLaterChanges(laterMs);

  const change = async (key: ChargeName['key'], step: SandboxStep): Promise<GatewayWebhook> => {
    await record.step(key, step);
    return makeGatewayWebhook(secret, key, new Date());
  };

  const dispute: SandboxGateway['dispute'] = (key, kind) => change(key, { key: `${key}_${kind}`, kind });

  const failRefund: SandboxGateway['failRefund'] = (key, refund, amount) =>
    change(key, { key: `${refund}_failed`, kind: 'fail_refund', refund, amount });

  const followCapture = (key: ChargeName['key'], token: string): void =>
    later.follow((LATER_STEPS[token] ?? []).map((step) => () => dispute(key, step)));

  /** Responds as its simulated failures demand. */
  const answering = async <T>(work: () => Promise<T>): Promise<T | typeof UNREACHABLE | typeof RESPONSE_LOST> => {
    if (failures.isDown) return UNREACHABLE;
    const outcome = await work();
    if (failures.delayMs) await sleep(failures.delayMs);
    if (!failures.lostResponses) return outcome;
    failures.lostResponses -= 1;
    return RESPONSE_LOST;
  };

  const step = async (charge: ChargeName, given: SandboxStep): Promise<StepOutcome> =>
    (await record.step(charge.key, given)) ?? {
      kind: 'declined',
      code: 'not_found',
      message: 'There is no such charge.',
    };

  const authorized = (charge: SandboxCharge): AuthorizeOutcome => {
    const reference = referenceOf(charge);
    if (charge.status === 'requires_action') {
      return { kind: 'requires_action', reference, redirectUrl: redirectUrlOf(charge, publicUrl()) };
    }
    if (charge.status === 'declined') return { kind: 'declined', reference, ...declineOf(charge) };
    return { kind: charge.captureMethod === 'automatic' ? 'captured' : 'authorized', reference };
  };

  return {
    name: 'sandbox',
    isManual: false,
    webhookMediaTypes: ['application/json'],
    hostedForm: HOSTED_FORM,
    savedMethods: makeSavedMethods(record, answering),

    tokenError: (token) => (TOKENS.includes(token) ? undefined : `must be one of ${TOKENS.join(', ')}`),

    async authorize(request) {
      if (request.token === 'tok_gateway_down') return UNREACHABLE;
      return answering<AuthorizeOutcome>(async () => {
        const { key, amount, captureMethod, payableId, returnUrl } = request;
        const source = await chargedSource(record, request);
        if ('kind' in source) {
          // it may have been charged before its method was removed
          const charged = await record.find(key);
          return charged === undefined ? { ...source, reference: null } : authorized(charged);
        }
        const { token, later: refused } = source;
        const nothing = amount.subtract(amount);
        const status = refused ?? statusBy(token, captureMethod);
        const asked = { key, payableId, token, status, captureMethod, amount, returnUrl, createdAt: new Date() };
        const before = token === 'tok_timeout' ? await record.find(key) : undefined;
        const captured = status === 'captured' ? amount : nothing;
        const isNothingYet = { refunded: nothing, failedRefunds: [], dispute: null };
        const charge = before ?? (await record.add({ ...asked, captured, ...isNothingYet }));
        if (charge.status === 'captured') followCapture(key, token);
        if (token === 'tok_slow') await sleep(SLOW_MS);
        return token === 'tok_timeout' && before === undefined ? RESPONSE_LOST : authorized(charge);
      });
    },

    capture: ({ key, charge, amount }) =>
      answering(async () => {
        const outcome = await step(charge, { key, kind: 'capture', amount });
        if (outcome.kind !== 'done') return outcome;
        followCapture(charge.key, (await record.find(charge.key))?.token ?? '');
        return { kind: 'captured', isClosed: outcome.isClosed };
      }),

    void: ({ key, charge }) =>
      answering(async () => {
        const outcome = await step(charge, { key, kind: 'void' });
        return outcome.kind === 'done' ? { kind: 'voided' } : outcome;
      }),

    refund: ({ key, charge, amount }) =>
      answering(async () => {
        const outcome = await step(charge, { key, kind: 'refund', amount });
        if (outcome.kind !== 'done') return outcome;
        const fails = (await record.find(charge.key))?.token === REFUND_FAILS_LATER;
        if (fails) later.follow([() => failRefund(charge.key, key, amount)]);
        return { kind: 'refunded', reference: `sandbox_${key}` };
      }),

    lookUp: ({ key }) =>
      answering(async (): Promise<LookUpOutcome> => {
        const charge = await record.find(key);
        return charge === undefined ? { kind: 'not_found' } : { kind: 'found', charge: chargeOf(charge, publicUrl()) };
      }),

    verify: async (webhook) => verifyGatewayWebhook(secret, webhook),

    find: (key) => record.find(key),

    async decide(key, decision) {
      await record.step(key, { key: `${key}_${decision}`, kind: decision });
      return makeGatewayWebhook(secret, key, new Date());
    },

    webhook: (key, at) => makeGatewayWebhook(secret, key, at),
    failRefund,
    dispute,
    sendWebhooks: later.sendWebhooks,
  };
};

const REFUND_FAILED = { code: 'lost_or_stolen_card', message: 'The bank returned the refund: the card was lost.' };

const referenceOf = ({ key }: SandboxCharge): string => `sandbox_${key}`;

const redirectUrlOf = ({ key }: SandboxCharge, publicUrl: string): string => `${publicUrl}/sandbox/payments/${key}`;

const declineOf = ({ token }: SandboxCharge): { code: string; message: string } =>
  DECLINES[token] ??
  LATER_DECLINES[token] ?? { code: 'authentication_failed', message: 'The payer did not approve the payment.' };

const statusBy = (token: string, captureMethod: SandboxCharge['captureMethod']): SandboxCharge['status'] => {
  if (DECLINES[token] !== undefined) return 'declined';
  if (token === 'tok_requires_action') return 'requires_action';
  return captureMethod === 'automatic' ? 'captured' : 'authorized';
};

const chargeOf = (charge: SandboxCharge, publicUrl: string): Charge => ({
  reference: referenceOf(charge),
  status: charge.status,
  captured: charge.captured,
  refunded: charge.refunded,
  ...(charge.failedRefunds.length > 0 && {
    failedRefunds: charge.failedRefunds.map((refund) => ({ ...refund, failure: REFUND_FAILED })),
  }),
  ...(charge.dispute !== null && { disputes: [charge.dispute] }),
  ...(charge.status === 'requires_action' ? { redirectUrl: redirectUrlOf(charge, publicUrl) } : {}),
  ...(charge.status === 'declined' ? { failure: declineOf(charge) } : {}),
});
