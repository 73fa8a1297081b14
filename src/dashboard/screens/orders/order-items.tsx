import { useState } from 'preact/hooks';
import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { ScopedButton } from '../../form/scoped-button.tsx';
import { itemName } from '../../parts/item-name.ts';
import { Amount, Code, Section } from '../../parts/parts.tsx';
import { TableFrame } from '../../parts/table-frame.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { fieldLabel, fill, t } from '../../text/text.ts';
import { EditItemsDialog } from './edit-items.tsx';
import { type Order, type OrderItem, unfulfilledOf } from './order-data.ts';
import { PaidTotals, Totals } from './order-totals.tsx';

type Props = Readonly<{ order: Order; reload: () => void }>;

/** What was ordered and what it costs. */
export const Items = ({ order, reload }: Props) => (
  <Section title={fieldLabel('items')} actions={<EditItemsButton order={order} reload={reload} />}>
    <TableFrame label={fieldLabel('items')}>
      <table class="table stacked">
        <thead>
          <tr>
            <th scope="col">{fieldLabel('product_id')}</th>
            <th scope="col" class="numeric">
              {fieldLabel('unit_price')}
            </th>
            <th scope="col" class="numeric">
              {fieldLabel('quantity')}
            </th>
            <th scope="col" class="numeric">
              {t().order.unfulfilled}
            </th>
            <th scope="col" class="numeric">
              {fieldLabel('subtotal')}
            </th>
            <th class="narrow">
              <span class="visually-hidden">{t().list.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <ItemRow key={item.id} order={order} item={item} reload={reload} />
          ))}
        </tbody>
      </table>
    </TableFrame>
    <Totals charges={order}>
      <PaidTotals order={order} />
    </Totals>
  </Section>
);

const ItemRow = ({ order, item, reload }: Props & Readonly<{ item: OrderItem }>) => (
  <tr>
    <td>
      <div class="item">
        <Thumbnail url={item.image} />
        <div>
          <a href={`${BASE}/products/${item.product_id}`}>{itemName(item)}</a>
          {item.sku && (
            <p>
              <Code>{item.sku}</Code>
            </p>
          )}
          {item.cancelled_quantity > 0 && (
            <p class="muted">{fill(t().order.cancelledQuantity, { count: item.cancelled_quantity })}</p>
          )}
          {item.returned_quantity > 0 && (
            <p class="muted">{fill(t().order.returnedQuantity, { count: item.returned_quantity })}</p>
          )}
        </div>
      </div>
    </td>
    <td class="numeric" data-label={fieldLabel('unit_price')}>
      <Amount value={item.unit_price} currency={order.currency} />
    </td>
    <td class="numeric" data-label={fieldLabel('quantity')}>
      {item.quantity}
    </td>
    <td class="numeric" data-label={t().order.unfulfilled}>
      {unfulfilledOf(item)}
    </td>
    <td class="numeric" data-label={fieldLabel('subtotal')}>
      <Amount value={item.subtotal} currency={order.currency} />
      {item.discount > 0 && (
        <p class="muted">
          {fieldLabel('discount')} <Amount value={-item.discount} currency={order.currency} />
        </p>
      )}
    </td>
    <td class="narrow buttons">
      <ActionButton action={cancelItem(order, item)} onDone={reload} />
    </td>
  </tr>
);

const cancelItem = (order: Order, item: OrderItem): Action => ({
  label: t().order.cancelItem,
  scope: 'orders:write',
  isAllowed: order.status === 'open' && unfulfilledOf(item) > 0,
  isDanger: true,
  explanation: (
    <>
      <strong>{itemName(item)}</strong>: {t().order.cancelItemExplained}
    </>
  ),
  fields: [
    {
      name: 'quantity',
      kind: 'integer',
      isRequired: true,
      hint: fill(t().order.atMost, { count: unfulfilledOf(item) }),
    },
    { name: 'refund', kind: 'flag', label: t().order.refundItem },
    { name: 'restock', kind: 'flag' },
    { name: 'reason', kind: 'text' },
  ],
  initial: { quantity: unfulfilledOf(item), refund: true, restock: true },
  run: (body, idempotencyKey) =>
    request('post', '/api/orders/{id}/items/{item_id}/cancel', {
      params: { id: order.id, item_id: item.id },
      body: body as Schemas['ItemCancellation'],
      idempotencyKey,
    }),
  done: t().order.itemCancelled,
});

/** An order is edited before its first fulfillment, and not while a payment is authorized. */
const isEditable = ({ status, payment_status: payment, fulfillment_status: fulfillment }: Order): boolean =>
  status === 'open' && fulfillment === 'unfulfilled' && payment !== 'authorized';

const EditItemsButton = ({ order, reload }: Props) => {
  const [isOpen, setOpen] = useState(false);
  if (!isEditable(order)) return null;
  return (
    <>
      <ScopedButton label={t().order.editItems} scope="orders:write" onClick={() => setOpen(true)} />
      {isOpen && <EditItemsDialog order={order} onClose={() => setOpen(false)} onSaved={reload} />}
    </>
  );
};
