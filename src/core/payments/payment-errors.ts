import { DomainError, invalid, unavailable, unknownReference } from '#core/shared/domain-error.ts';
import type { Outcome } from './apply-outcome.ts';
import type { Payment } from './payment.ts';

/** The gateway said no. */
const paymentDeclined = (code: string, message: string, { id }: Pick<Payment, 'id'>): DomainError =>
  new DomainError('declined', 'payment_declined', message, { details: { decline_code: code, payment_id: id } });

/** What a client is told who has asked for what was certainly not done; undefined where it was, or may be. */
export const declinedError = (outcome: Outcome, payment: Pick<Payment, 'id' | 'gateway'>): DomainError | undefined => {
  switch (outcome.kind) {
    case 'declined':
      return paymentDeclined(outcome.code, outcome.message, payment);
    case 'invalid_token':
      return tokenError(outcome.message);
    case 'unreachable':
      return new DomainError('bad_gateway', 'gateway_error', `The gateway ${payment.gateway} cannot be reached.`, {
        cause: outcome.why,
      });
    default:
      return undefined;
  }
};

/** Nobody could be asked for it. */
export const gatewayDisabled = ({ gateway }: Pick<Payment, 'gateway'>): DomainError =>
  new DomainError('bad_gateway', 'gateway_error', `The gateway ${gateway} is switched off.`);

export const tokenError = (message: string): DomainError =>
  unknownReference([{ path: ['payment_method', 'token'], code: 'any.only', message }]);

export const unknownGateway = (names: readonly string[]): DomainError =>
  invalid([{ path: ['gateway'], code: 'any.only', message: `must be one of ${names.join(', ')}` }]);

export const unknownOrder = (): DomainError =>
  unknownReference([{ path: ['order_id'], code: 'any.only', message: 'must be an order that there is' }]);

/** What was asked of a gateway before has no known outcome yet. */
export const outcomePending = (): DomainError =>
  unavailable('A payment of the order is under way, and its gateway has not told yet what becomes of it.');
