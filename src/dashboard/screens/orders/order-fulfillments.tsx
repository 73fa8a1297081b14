import { request } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import type { Field } from '../../form/field.ts';
import { savedText } from '../../form/saved-text.ts';
import { sendFields } from '../../form/send-action.ts';
import { itemName } from '../../parts/item-name.ts';
import { Code, Section, Time } from '../../parts/parts.tsx';
import { fieldLabel, t } from '../../text/text.ts';
import { type Fulfillment, isOffered, isPayable, type Order, unfulfilledOf } from './order-data.ts';
import { previewFields } from './preview-refund.ts';
import { initialQuantities, quantityFields, sendQuantities } from './quantities.ts';

const TRACKING: readonly Field[] = [
  { name: 'tracking_number', kind: 'text' },
  { name: 'carrier', kind: 'text' },
  { name: 'delivered_at', kind: 'time' },
];

/** Fulfils items of an order; all that is unfulfilled, unless the user lowers a quantity. */
export const fulfill = (order: Order): Action => {
  const items = order.items
    .map((item) => ({ id: item.id, label: itemName(item), quantity: unfulfilledOf(item) }))
    .filter(({ quantity }) => quantity > 0);
  return {
    label: t().orders.fulfill,
    scope: 'orders:write',
    isAllowed: isOffered(order, 'fulfill', {
      scope: 'orders:write',
      otherwise: order.status === 'open' && items.length > 0,
    }),
    // an unpaid order has another primary button
    isPrimary: !isPayable(order),
    fields: [...quantityFields(items), ...TRACKING],
    initial: initialQuantities(items.map(({ quantity }) => quantity)),
    run: sendQuantities('/api/orders/{id}/fulfillments', { id: order.id }, items),
    done: t().order.fulfilled,
  };
};

/** Cancels an order as a whole. */
export const cancelOrder = (order: Order): Action => ({
  label: t().order.cancelOrder,
  scope: 'orders:write',
  isAllowed: isOffered(order, 'cancel', {
    scope: 'orders:write',
    otherwise: order.status === 'open' && order.fulfillment_status === 'unfulfilled',
  }),
  isDanger: true,
  explanation: t().order.cancelOrderExplained,
  fields: [{ name: 'reason', kind: 'text' }],
  dismissLabel: t().order.keepOrder,
  refund: { dryRun: previewFields('/api/orders/{id}/cancel', { id: order.id }), submitLabel: t().refunds.cancelOrder },
  run: sendFields('post', '/api/orders/{id}/cancel', { params: { id: order.id } }),
  done: t().order.orderCancelled,
});

const changeTracking = (order: Order, { id, tracking_number, carrier, delivered_at }: Fulfillment): Action => ({
  label: t().order.editTracking,
  scope: 'orders:write',
  fields: TRACKING,
  initial: { tracking_number, carrier, delivered_at },
  isPatch: true,
  run: (body) =>
    request('patch', '/api/orders/{id}/fulfillments/{fulfillment_id}', {
      params: { id: order.id, fulfillment_id: id },
      body,
    }),
  done: savedText,
});

/** What was sent of an order. */
export const Fulfillments = ({ order, reload }: Readonly<{ order: Order; reload: () => void }>) => (
  <Section title={t().fields.fulfillments}>
    {order.fulfillments.length === 0 && <p class="muted">{t().order.noFulfillments}</p>}
    {order.fulfillments.map((fulfillment) => (
      <article key={fulfillment.id} class="entry">
        <header class="entry-header">
          <strong>
            <Time at={fulfillment.created_at} />
          </strong>
          {fulfillment.carrier && <span>{fulfillment.carrier}</span>}
          {fulfillment.tracking_number && <Code>{fulfillment.tracking_number}</Code>}
          {fulfillment.delivered_at && (
            <span>
              {fieldLabel('delivered_at')}: <Time at={fulfillment.delivered_at} />
            </span>
          )}
        </header>
        <ul>
          {quantitiesOf(order, fulfillment.items).map(({ id, quantity, name }) => (
            <li key={id}>
              {quantity} × {name}
            </li>
          ))}
        </ul>
        <div class="buttons">
          <ActionButton action={changeTracking(order, fulfillment)} onDone={reload} />
          <a class="button" href={`${BASE}/orders/${order.id}/packing_slip?fulfillment=${fulfillment.id}`}>
            {t().order.packingSlip}
          </a>
        </div>
      </article>
    ))}
  </Section>
);

/** Items of an order by their quantities elsewhere, such as in a fulfillment. */
export const quantitiesOf = (
  { items }: Order,
  parts: readonly Readonly<{ item_id: string; quantity: number }>[],
): readonly Readonly<{ id: string; quantity: number; name: string; sku: string | null }>[] => {
  const byId = new Map(items.map((item) => [item.id, item]));
  return parts.map(({ item_id: id, quantity }) => {
    const item = byId.get(id);
    return { id, quantity, name: item === undefined ? id : itemName(item), sku: item?.sku ?? null };
  });
};
