import { invalid } from '#core/shared/domain-error.ts';
import { Invoice } from '../invoice.ts';

/** @throws DomainError `validation_failed` for a total beyond the largest amount. */
export const requireCountable = (invoice: Invoice): void => {
  if (!Invoice.total(invoice).isTooLarge) return;
  throw invalid([{ path: ['lines'], code: 'number.max', message: 'must cost at most 999999999999.99 together' }]);
};
