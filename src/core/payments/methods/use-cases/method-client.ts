import type { TextEncryption } from '#core/shared/encrypted-data.ts';
import type { Log } from '#core/shared/log.ts';
import type { Gateways } from '../../payment-gateway.ts';
import type { MethodDetails, RemoveOutcome, SavedMethods, SaveOutcome } from '../../saved-methods.ts';
import { callGateway, declineCode, requireWebPage } from '../../steps/gateway-call.ts';
import type { PaymentMethod } from '../payment-method.ts';

/** Saves and removes methods at their gateway, outside of any transaction. Never throws: a failure is `unknown`. */
export type MethodClient = Readonly<{
  /** Sends the token of a method, or repeats it. The reference of the outcome is encrypted. */
  save(method: PaymentMethod): Promise<SaveOutcome>;
  remove(method: PaymentMethod): Promise<RemoveOutcome>;
}>;

type Deps = Readonly<{ gateways: Gateways; encryption: TextEncryption; log: Log }>;

const MAX_REFERENCE = 500;

export const makeMethodClient = ({ gateways, encryption, log }: Deps): MethodClient => {
  const call = <T extends Readonly<{ kind: string }>>(
    { id, gateway }: PaymentMethod,
    kind: 'save_method' | 'remove_method',
    send: (methods: SavedMethods) => Promise<T>,
  ) => {
    const recipient = gateways.get(gateway)?.savedMethods;
    return callGateway(log, { kind, of: { object: 'payment_method', id, gateway }, recipient, send });
  };
  return {
    save: (method) =>
      call<SaveOutcome>(method, 'save_method', async (methods) => {
        const { id: key, token, userId, returnUrl } = method;
        if (token === null) return { kind: 'unknown', why: 'the token was deleted' };
        return checked(await methods.save({ key, token, userId, returnUrl }), encryption);
      }),
    remove: (method) =>
      call<RemoveOutcome>(method, 'remove_method', async (methods) =>
        method.reference === null
          ? { kind: 'removed' }
          : methods.remove({ key: method.id, reference: encryption.decrypt(method.reference) }),
      ),
  };
};

/** @throws TypeError for an outcome that cannot be stored. */
const checked = (outcome: SaveOutcome, { encrypt }: TextEncryption): SaveOutcome => {
  switch (outcome.kind) {
    case 'saved': {
      const { reference, details } = outcome;
      if (typeof reference !== 'string' || reference === '' || reference.length > MAX_REFERENCE) {
        throw new TypeError(`The reference of a saved method is not a text of 1 to ${MAX_REFERENCE} characters.`);
      }
      return { kind: 'saved', reference: encrypt(reference), details: shownDetails(details) };
    }
    case 'requires_action':
      requireWebPage(outcome.redirectUrl);
      return outcome;
    case 'declined':
      return { ...outcome, code: declineCode(outcome.code) };
    default:
      return outcome;
  }
};

/** What may be shown: an external gateway may return more, such as a card number. */
const shownDetails = ({ type, brand, last4, expMonth, expYear }: MethodDetails): MethodDetails => ({
  type: nameOf(type) ?? 'other',
  brand: nameOf(brand),
  last4: typeof last4 === 'string' && /^\d{4}$/.test(last4) ? last4 : null,
  expMonth: isWithin(expMonth, 1, 12) ? expMonth : null,
  expYear: isWithin(expYear, 2000, 9999) ? expYear : null,
});

const nameOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[a-z][a-z0-9_-]{0,39}$/.test(value) ? value : null;

const isWithin = (value: unknown, minimum: number, maximum: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
