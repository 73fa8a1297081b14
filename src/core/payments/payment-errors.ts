import { DomainError, invalid, unavailable, unknownReference } from '#core/shared/domain-error.ts';
import type { Outcome } from './apply-outcome.ts';
import type { Payment } from './payment.ts';
import type { SaveOutcome } from './saved-methods.ts';

type Call = Readonly<{
  gateway: string;
  /** The id of what the gateway was called about. */
  of: Readonly<Record<string, string>>;
  invalidToken: (message: string) => DomainError;
}>;

/** The error for a client of a call that certainly did nothing; undefined when it did or may have done something. */
export const callError = (
  outcome: Outcome | SaveOutcome,
  { gateway, of, invalidToken }: Call,
): DomainError | undefined => {
  switch (outcome.kind) {
    case 'declined':
      return new DomainError('declined', 'payment_declined', outcome.message, {
        details: { decline_code: outcome.code, ...of },
      });
    case 'invalid_token':
      return invalidToken(outcome.message);
    case 'unreachable':
      return new DomainError('bad_gateway', 'gateway_error', `The gateway ${gateway} cannot be reached.`, {
        cause: outcome.why,
      });
    default:
      return undefined;
  }
};

/** The error for a client whose operation was certainly not done; undefined when it was or may have been done. */
export const declinedError = (outcome: Outcome, { id, gateway }: Pick<Payment, 'id' | 'gateway'>) =>
  callError(outcome, { gateway, of: { payment_id: id }, invalidToken: tokenError });

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
