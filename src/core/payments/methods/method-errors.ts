import { DomainError, invalid, invalidState, unknownReference } from '#core/shared/domain-error.ts';
import type { SaveOutcome } from '../saved-methods.ts';
import { MAX_PAYMENT_METHODS, type PaymentMethod } from './payment-method.ts';

/** The error for a client whose token was certainly not saved; undefined when it was or may have been saved. */
export const saveError = (
  outcome: Pick<SaveOutcome, 'kind'> & Readonly<{ code?: string; message?: string; why?: string }>,
  { id, gateway }: Pick<PaymentMethod, 'id' | 'gateway'>,
): DomainError | undefined => {
  const { kind, code, message = '', why } = outcome;
  switch (kind) {
    case 'declined':
      return new DomainError('declined', 'payment_declined', message, {
        details: { decline_code: code, payment_method_id: id },
      });
    case 'invalid_token':
      return invalidToken(message);
    case 'unreachable':
      return new DomainError('bad_gateway', 'gateway_error', `The gateway ${gateway} cannot be reached.`, {
        cause: why,
      });
    default:
      return undefined;
  }
};

export const invalidToken = (message: string): DomainError =>
  unknownReference([{ path: ['token'], code: 'any.only', message }]);

/** @param able The names of the gateways that save payment methods. */
export const savesNoMethods = (name: string, able: readonly string[]): DomainError => {
  const others = able.length === 0 ? 'another gateway' : `one of ${able.join(', ')}`;
  const message = `must be ${others}: the gateway ${name} does not save payment methods`;
  return invalid([{ path: ['gateway'], code: 'any.only', message }]);
};

export const tooManyMethods = (): DomainError =>
  invalidState(`A user has at most ${MAX_PAYMENT_METHODS} payment methods: delete one first.`, 'full');
