import { type DomainError, type FieldError, invalid, unknownReference } from '#core/shared/domain-error.ts';

export const unknownPlan = (): DomainError =>
  unknownReference([{ path: ['plan_id'], code: 'any.only', message: 'must be the id of an existing plan' }]);

/** The plan has another currency than the subscription. */
export const otherCurrency = (currency: string): DomainError =>
  invalid([
    { path: ['plan_id'], code: 'any.only', message: `must be a plan in ${currency}, the currency of the subscription` },
  ]);

/** Something is charged, and neither the request nor the user has a payment method. */
export const methodRequired = (): DomainError =>
  invalid([
    { path: ['payment_method'], code: 'any.required', message: 'is required: the user has no default payment method' },
  ]);

/** An error for a field that only callers with `subscriptions:write` may send, or with that value only. */
export const restrictedField = (field: string, allowed?: string): FieldError => ({
  path: [field],
  code: 'any.only',
  message: allowed === undefined ? 'must be omitted: it needs subscriptions:write' : `must be ${allowed}, or omitted`,
});
