import { DomainError, invalid, unavailable, unknownReference } from '#core/shared/domain-error.ts';
import type { Outcome } from './apply-outcome.ts';
import type { Payment } from './payment.ts';

/** The gateway declined the operation. */
const paymentDeclined = (code: string, message: string, { id }: Pick<Payment, 'id'>): DomainError =>
  new DomainError('declined', 'payment_declined', message, { details: { decline_code: code, payment_id: id } });

/** The error for a client whose operation was certainly not done; undefined when it was or may have been done. */
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

/** The payment's gateway is not enabled. */
export const gatewayDisabled = ({ gateway }: Pick<Payment, 'gateway'>): DomainError =>
  new DomainError('bad_gateway', 'gateway_error', `The gateway ${gateway} is not enabled.`);

export const tokenError = (message: string): DomainError =>
  unknownReference([{ path: ['payment_method', 'token'], code: 'any.only', message }]);

/** The payment method is not one of the user who pays, or not for the caller. */
export const unknownMethod = (): DomainError =>
  unknownReference([
    {
      path: ['payment_method', 'id'],
      code: 'any.only',
      message: 'must be the id of a payment method of the user who pays',
    },
  ]);

export const inactiveMethod = (status: string): DomainError =>
  invalid([
    {
      path: ['payment_method', 'id'],
      code: 'any.only',
      message: `must be the id of an active payment method: it is ${status}`,
    },
  ]);

export const unknownGateway = (names: readonly string[]): DomainError =>
  invalid([{ path: ['gateway'], code: 'any.only', message: `must be one of ${names.join(', ')}` }]);

export const unknownInvoice = (): DomainError =>
  unknownReference([{ path: ['invoice_id'], code: 'any.only', message: 'must be the id of an existing invoice' }]);

export const unknownOrder = (): DomainError =>
  unknownReference([{ path: ['order_id'], code: 'any.only', message: 'must be the id of an existing order' }]);

/** The outcome of an earlier operation is still unknown. */
export const outcomePending = (): DomainError =>
  unavailable('A payment of the order is pending until its gateway reports the outcome. Try again later.');
