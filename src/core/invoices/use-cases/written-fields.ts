import { invalidState } from '#core/shared/domain-error.ts';
import type { Invoice } from '../invoice.ts';
import type { InvoiceFields } from '../invoice-fields.ts';

/** The fields of a draft as its writer sent them. @throws DomainError `invalid_state` for a draft of an order. */
export const requireOwnFields = ({ fields, status }: Invoice): InvoiceFields => {
  if (fields !== null) return fields;
  const message = 'The draft has the lines of its order or subscription. Delete it to create another one.';
  throw invalidState(message, status, ['delete', 'finalize']);
};
