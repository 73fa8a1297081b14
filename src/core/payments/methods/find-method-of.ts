import type { FindMethodOf } from '#core/invoices/ports.ts';
import { Json } from '#core/shared/page.ts';
import type { PaymentQueries } from '../ports.ts';
import type { PaymentMethodQueries } from './ports.ts';

type Deps = Readonly<{
  paymentQueries: Pick<PaymentQueries, 'list'>;
  paymentMethodQueries: Pick<PaymentMethodQueries, 'find'>;
}>;

/** Finds the saved method of the only payment that has paid an invoice: `visa •••• 4242`. */
export const makeFindMethodOf =
  ({ paymentQueries, paymentMethodQueries }: Deps): FindMethodOf =>
  async (invoiceId) => {
    const filter = { invoice_id: invoiceId, status: 'succeeded' } as const;
    const { items } = await paymentQueries.list({ filter, page: { limit: 2 } });
    const [payment] = items.map((item) => Json.parse(item));
    const methodId = items.length === 1 ? (payment?.payment_method_id ?? null) : null;
    const found = methodId === null ? undefined : await paymentMethodQueries.find(methodId);
    if (found === undefined) return null;
    const { brand, type, last4 } = Json.parse(found.view);
    return last4 === null ? (brand ?? type) : `${brand ?? type} •••• ${last4}`;
  };
