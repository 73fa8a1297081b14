import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AuthorizeOutcome,
  Charge,
  ChargeName,
  GatewayWebhook,
  LookUpOutcome,
  PaymentGateway,
} from '#core/payments/payment-gateway.ts';
import type { SandboxCharge, SandboxRecord, SandboxStep, StepOutcome } from './sandbox-charge.ts';
import { makeGatewayWebhook, verifyGatewayWebhook } from './sandbox-webhook.ts';

/** A gateway for trials that moves no money and decides by the token. */
export type SandboxGateway = PaymentGateway &
  Readonly<{
    /** What a payer who must act sees; undefined for an unknown key. */
    find(key: ChargeName['key']): Promise<SandboxCharge | undefined>;
    /** Applies the payer's decision. @returns the webhook that reports it. */
    decide(key: ChargeName['key'], decision: 'approve' | 'decline'): Promise<GatewayWebhook>;
    /** The webhook of a changed charge, sent at a time. */
    callback(key: ChargeName['key'], at: Date): GatewayWebhook;
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
  /** Whether payments require `payments:write`: a live shop must not accept test money from customers. */
  isRestricted?: boolean;
}>;

type Declines = Readonly<Record<string, { code: string; message: string }>>;

const DECLINES: Declines = {
  tok_declined: { code: 'generic_decline', message: 'The card was declined.' },
  tok_insufficient_funds: { code: 'insufficient_funds', message: 'The card has insufficient funds.' },
};

const TOKENS = [
  'tok_success',
  ...Object.keys(DECLINES),
  'tok_requires_action',
  'tok_timeout',
  'tok_gateway_down',
  'tok_slow',
];

const SLOW_MS = 10_000;

const UNREACHABLE = { kind: 'unreachable', why: 'the sandbox is down' } as const;
const RESPONSE_LOST = { kind: 'unknown', why: 'the sandbox’s answer was lost' } as const;

export const makeSandboxGateway = ({
  record,
  secret,
  publicUrl,
  failures = {},
  isRestricted = false,
}: Deps): SandboxGateway => {
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
    isManual: isRestricted,

    tokenError: (token) => (TOKENS.includes(token) ? undefined : `must be one of ${TOKENS.join(', ')}`),

    async authorize({ key, amount, token, captureMethod, orderId, returnUrl }) {
      if (token === 'tok_gateway_down') return UNREACHABLE;
      return answering<AuthorizeOutcome>(async () => {
        const nothing = amount.subtract(amount);
        const status = statusBy(token, captureMethod);
        const asked = { key, orderId, token, status, captureMethod, amount, returnUrl, createdAt: new Date() };
        const before = token === 'tok_timeout' ? await record.find(key) : undefined;
        const captured = status === 'captured' ? amount : nothing;
        const charge = before ?? (await record.add({ ...asked, captured, refunded: nothing }));
        if (token === 'tok_slow') await sleep(SLOW_MS);
        return token === 'tok_timeout' && before === undefined ? RESPONSE_LOST : authorized(charge);
      });
    },

    capture: ({ key, charge, amount }) =>
      answering(async () => {
        const outcome = await step(charge, { key, kind: 'capture', amount });
        return outcome.kind === 'done' ? { kind: 'captured', isClosed: outcome.isClosed } : outcome;
      }),

    void: ({ key, charge }) =>
      answering(async () => {
        const outcome = await step(charge, { key, kind: 'void' });
        return outcome.kind === 'done' ? { kind: 'voided' } : outcome;
      }),

    refund: ({ key, charge, amount }) =>
      answering(async () => {
        const outcome = await step(charge, { key, kind: 'refund', amount });
        return outcome.kind === 'done' ? { kind: 'refunded', reference: `sandbox_${key}` } : outcome;
      }),

    lookUp: ({ key }) =>
      answering(async (): Promise<LookUpOutcome> => {
        const charge = await record.find(key);
        return charge === undefined ? { kind: 'not_found' } : { kind: 'found', charge: chargeOf(charge, publicUrl()) };
      }),

    verify: async (callback) => verifyGatewayWebhook(secret, callback),

    find: (key) => record.find(key),

    async decide(key, decision) {
      await record.step(key, { key: `${key}_${decision}`, kind: decision });
      return makeGatewayWebhook(secret, key, new Date());
    },

    callback: (key, at) => makeGatewayWebhook(secret, key, at),
  };
};

const referenceOf = ({ key }: SandboxCharge): string => `sandbox_${key}`;

const redirectUrlOf = ({ key }: SandboxCharge, publicUrl: string): string => `${publicUrl}/sandbox/payments/${key}`;

const declineOf = ({ token }: SandboxCharge): { code: string; message: string } =>
  DECLINES[token] ?? { code: 'authentication_failed', message: 'The payer did not approve the payment.' };

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
  ...(charge.status === 'requires_action' ? { redirectUrl: redirectUrlOf(charge, publicUrl) } : {}),
  ...(charge.status === 'declined' ? { failure: declineOf(charge) } : {}),
});
