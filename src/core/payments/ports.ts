import type { InvoicesTx } from '#core/invoices/ports.ts';
import type { ReturnsTx } from '#core/returns/ports.ts';
import type { PaymentMethodRepository } from './methods/payment-method-repository.ts';
import type { PaymentRepository } from './payment-repository.ts';

/** The part of a transaction that the use cases of payments need. */
export type PaymentsTx = Readonly<{ payments: PaymentRepository; paymentMethods: PaymentMethodRepository }> &
  InvoicesTx &
  ReturnsTx;
