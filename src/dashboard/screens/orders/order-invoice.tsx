import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { useRoute } from '../../app/use-route.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { money } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';
import { SellerWarning } from '../billing/seller-warning.tsx';
import type { OrderData } from './order-data.ts';

/** Creates the invoice of an order, gives it its number and sends it if the user wants; with it, leads there. */
export const OrderInvoice = ({ data }: Readonly<{ data: OrderData }>) => {
  const route = useRoute();
  const { invoice_id: id } = data.order;
  if (id !== null && !holds('invoices:read')) return null;
  if (id !== null) return <ButtonLink label={t().invoices.invoice} href={`${BASE}/invoices/${id}`} />;
  return (
    <ActionButton
      action={invoiceOrder(data)}
      onDone={(result) => route(`${BASE}/invoices/${(result as Schemas['Invoice']).id}`)}
    />
  );
};

const invoiceOrder = ({ order, customer }: OrderData): Action => {
  const email = order.email ?? customer?.email;
  return {
    label: t().invoices.invoice,
    scope: 'invoices:write',
    isAllowed: order.status !== 'cancelled',
    explanation: (
      <>
        <p>{fill(t().invoices.orderExplained, { total: money(order.total, order.currency) })}</p>
        <SellerWarning />
      </>
    ),
    fields: email === undefined ? [] : [{ name: 'send', kind: 'flag', label: fill(t().invoices.sendTo, { email }) }],
    initial: { send: true },
    submitLabel: t().invoices.createForOrder,
    run: async ({ send }, idempotencyKey) => {
      const body = { order_id: order.id };
      const { data: draft } = await request('post', '/api/invoices', { body, idempotencyKey });
      const options = { params: { id: draft.id }, idempotencyKey };
      const { data: invoice } = await request('post', '/api/invoices/{id}/finalize', options);
      return send === true ? (await request('post', '/api/invoices/{id}/send', options)).data : invoice;
    },
    done: (result) =>
      (result as Schemas['Invoice']).sent_at === null ? t().invoices.done.finalize : t().invoices.sent,
  };
};
