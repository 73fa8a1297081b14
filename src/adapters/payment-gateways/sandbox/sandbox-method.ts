import { setTimeout as sleep } from 'node:timers/promises';
import type { AuthorizeRequest } from '#core/payments/payment-gateway.ts';
import type { MethodDetails, SavedMethods, SaveOutcome, SaveRequest } from '#core/payments/saved-methods.ts';
import { DECLINES, RESPONSE_LOST, SLOW_MS, UNREACHABLE } from './tokens.ts';

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

const AUTHENTICATION_REQUIRED = {
  kind: 'declined',
  code: 'authentication_required',
  message: 'The card requires authentication and cannot be saved.',
} as const;

type Respond = <T>(work: () => Promise<T>) => Promise<T | typeof UNREACHABLE | typeof RESPONSE_LOST>;

/** @param respond Responds as the simulated failures demand. */
export const makeSavedMethods = (record: SandboxMethods, respond: Respond): SavedMethods => ({
  async save({ key, token, userId }) {
    if (token === 'tok_gateway_down') return UNREACHABLE;
    return respond<SaveOutcome>(async () => {
      const decline = DECLINES[token];
      if (decline !== undefined) return { kind: 'declined', ...decline };
      if (token === 'tok_requires_action') return AUTHENTICATION_REQUIRED;
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

const YEARS = 4;

const detailsOf = ({ token, createdAt }: SandboxMethod): MethodDetails => ({
  type: 'card',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: createdAt.getUTCFullYear() + (token === 'tok_saved_then_expired' ? 0 : YEARS),
});
