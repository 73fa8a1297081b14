import { setTimeout as sleep } from 'node:timers/promises';
import type { Declined } from '#core/payments/call-outcomes.ts';
import type { AuthorizeRequest } from '#core/payments/payment-gateway.ts';
import type { MethodDetails, SavedMethods, SaveOutcome, SaveRequest } from '#core/payments/saved-methods.ts';
import { Id } from '#core/shared/id.ts';
import { DECLINES, LATER_ACTION, LATER_DECLINES, RESPONSE_LOST, SLOW_MS, UNREACHABLE } from './tokens.ts';

/** A method in the sandbox's record, one per key. */
export type SandboxMethod = Readonly<{
  key: SaveRequest['key'];
  userId: SaveRequest['userId'];
  token: string;
  isRemoved: boolean;
  createdAt: Date;
}>;

/** The sandbox's record of saved methods. */
export interface SandboxMethods {
  /** Stores a method unless its key exists. @returns the stored one. */
  addMethod(method: SandboxMethod): Promise<SandboxMethod>;
  findMethod(key: SandboxMethod['key']): Promise<SandboxMethod | undefined>;
  removeMethod(key: SandboxMethod['key'], at: Date): Promise<void>;
  /**
   * Finds the method that a charge uses, and records the first charge. @returns its token, and whether the charge is the
   * first; undefined for a method that is unknown or removed.
   */
  useMethod(
    key: SandboxMethod['key'],
    charge: AuthorizeRequest['key'],
  ): Promise<Readonly<{ token: string; isFirst: boolean }> | undefined>;
}

const PREFIX = 'sandbox_';

type Respond = <T>(work: () => Promise<T>) => Promise<T | typeof UNREACHABLE | typeof RESPONSE_LOST>;

/** @param respond Responds as the simulated failures demand. */
export const makeSavedMethods = (record: SandboxMethods, respond: Respond): SavedMethods => ({
  async save({ key, token, userId }) {
    if (token === 'tok_gateway_down') return UNREACHABLE;
    return respond<SaveOutcome>(async () => {
      const decline = DECLINES[token];
      if (decline !== undefined) return { kind: 'declined', ...decline };
      const before = await record.findMethod(key);
      const method =
        before ?? (await record.addMethod({ key, userId, token, isRemoved: false, createdAt: new Date() }));
      if (token === 'tok_slow') await sleep(SLOW_MS);
      if (token === 'tok_timeout' && before === undefined) return RESPONSE_LOST;
      return { kind: 'saved', reference: `${PREFIX}${key}`, details: detailsOf(method) };
    });
  },

  remove: ({ key }) =>
    respond(async () => {
      await record.removeMethod(key, new Date());
      return { kind: 'removed' };
    }),
});

/** The key of a saved method, from its reference. */
const methodKeyOf = (reference: string): SandboxMethod['key'] | undefined => {
  const key = reference.slice(PREFIX.length);
  return reference.startsWith(PREFIX) && Id.is('pm', key) ? key : undefined;
};

const YEARS = 4;

const detailsOf = ({ token, createdAt }: SandboxMethod): MethodDetails => ({
  type: 'card',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: createdAt.getUTCFullYear() + (token === 'tok_saved_then_expired' ? 0 : YEARS),
});

/** What a request charges: its token, and what a later charge of a saved method comes to; or why it is refused. */
export const chargedSource = async (
  record: SandboxMethods,
  { key, token, saved = '', offSession }: AuthorizeRequest,
): Promise<Readonly<{ token: string; later?: 'declined' | 'requires_action' | undefined }> | Declined> => {
  if (token !== undefined) return offSession ? NOT_SAVED : { token };
  const method = methodKeyOf(saved);
  const used = method && (await record.useMethod(method, key));
  return used === undefined ? GONE : { token: used.token, later: laterStatusOf(used) };
};

const NOT_SAVED = {
  kind: 'declined',
  code: 'payment_method_not_saved',
  message: 'Only a saved payment method can be charged while the payer is absent.',
} as const;

const GONE = {
  kind: 'declined',
  code: 'payment_method_removed',
  message: 'The payment method was removed.',
} as const;

const laterStatusOf = ({ token, isFirst }: Readonly<{ token: string; isFirst: boolean }>) => {
  if (isFirst) return undefined;
  if (LATER_DECLINES[token] !== undefined) return 'declined';
  return token === LATER_ACTION ? 'requires_action' : undefined;
};
