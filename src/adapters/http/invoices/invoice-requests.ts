import type { InvoiceFields } from '#core/invoices/invoice-fields.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { InvoiceInput } from './input-schemas.ts';

/** The fields of a draft with lines of its own. @throws DomainError `validation_failed` without a buyer. */
export const ownFieldsOf = ({ order_id: _, user_id, ...fields }: InvoiceInput): InvoiceFields => {
  if (user_id !== undefined) return { user_id, ...fields };
  throw invalid([{ path: ['user_id'], code: 'any.required', message: 'is required, or send an order_id' }]);
};

/** The fields of a draft that copies an order. @throws DomainError `validation_failed` for fields that are copied. */
export const orderFieldsOf = (body: InvoiceInput) => {
  const { order_id: _, user_id: userId, due_at: dueAt, footer, metadata, ...copied } = body;
  const errors = Object.keys(copied).map(
    (field): FieldError => ({
      path: [field],
      code: 'any.unknown',
      message: 'must be omitted with an order_id: it is copied from the order',
    }),
  );
  if (errors.length > 0) throw invalid(errors);
  return { userId, dueAt, footer, metadata };
};
