import { PaymentMethod } from '#core/payments/methods/payment-method.ts';
import type { MethodDetails } from '#core/payments/saved-methods.ts';
import { cut, TEXT } from '../strings.ts';
import { ids, momentAt, NOON, noonPlus } from './builders.ts';

type Overrides = Partial<Omit<Parameters<typeof PaymentMethod.begin>[0], 'at'>> & Readonly<{ at?: Date }>;

const CARD: MethodDetails = { type: 'card', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 };

/** A method of a new user, whose gateway was not called yet. */
export const aMethod = ({ at = NOON, ...overrides }: Overrides = {}): PaymentMethod =>
  PaymentMethod.begin({
    id: ids.next('pm'),
    userId: ids.next('usr'),
    gateway: 'sandbox',
    token: 'tok_success',
    returnUrl: null,
    idempotency: null,
    at: momentAt(at),
    ...overrides,
  });

/** A method that its gateway has saved. */
export const anActiveMethod = (overrides: Overrides = {}, isDefault = false): PaymentMethod => ({
  ...PaymentMethod.activate(aMethod(overrides), { reference: 'encrypted', details: CARD }, momentAt(noonPlus(1))),
  isDefault,
});

/** A method of every kind, by description. */
export const everyMethod = (): Readonly<Record<string, PaymentMethod>> => {
  const aLargeMethod = (key: string): PaymentMethod =>
    aMethod({
      gateway: 'g'.repeat(40),
      returnUrl: `https://shop.example/${'r'.repeat(2000)}`,
      idempotency: { key: `${key} ${cut(TEXT, 500)}`, fingerprint: 'f'.repeat(64) },
    });
  const failure = { code: 'generic_decline', message: TEXT };
  return {
    'that is being saved': aMethod(),
    'whose payer has to act': PaymentMethod.awaitPayer(
      aLargeMethod('one'),
      'https://bank.example/approve',
      momentAt(noonPlus(1)),
    ),
    'that is active': anActiveMethod(),
    'that is the default': anActiveMethod({}, true),
    'without brand and expiry': PaymentMethod.activate(
      aMethod(),
      {
        reference: 'r'.repeat(700),
        details: { type: 'other', brand: null, last4: null, expMonth: null, expYear: null },
      },
      momentAt(noonPlus(1)),
    ),
    'that failed': PaymentMethod.fail(aLargeMethod('two'), failure, momentAt(noonPlus(1))),
    'that is removed while it is being saved': PaymentMethod.remove(aMethod(), momentAt(noonPlus(1))),
    'that is being removed': PaymentMethod.remove(anActiveMethod(), momentAt(noonPlus(1))),
    'that is removed': PaymentMethod.endRemoval(
      PaymentMethod.remove(anActiveMethod(), momentAt(noonPlus(1))),
      momentAt(noonPlus(2)),
    ),
  };
};
