import { useState } from 'preact/hooks';
import { BASE } from '../../app/base.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { ScopedButton } from '../../form/scoped-button.tsx';
import { sendFields } from '../../form/send-action.ts';
import type { Column } from '../../parts/column.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { itemName } from '../../parts/item-name.ts';
import { RowMenu } from '../../parts/menu.tsx';
import { Amount, Code, Section } from '../../parts/parts.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { fieldLabel, fill, t, valueLabel } from '../../text/text.ts';
import { EditItemsDialog } from './edit-items.tsx';
import { type Order, type OrderItem, unfulfilledOf } from './order-data.ts';
import { PaidTotals, Totals } from './order-totals.tsx';
import { previewFields } from './preview-refund.ts';

type Props = Readonly<{ order: Order; reload: () => void }>;

/** What was ordered and what it costs. */
export const Items = ({ order, reload }: Props) => (
  <Section title={fieldLabel('items')} actions={<EditItemsButton order={order} reload={reload} />}>
    <DataTable
      label={fieldLabel('items')}
      rows={order.items}
      keyOf={({ id }) => id}
      columns={[
        { name: 'product_id', cell: (item) => <Item item={item} />, place: 'title' },
        {
          name: 'unit_price',
          cell: (item) => <Amount value={item.unit_price} currency={order.currency} />,
          isNumeric: true,
          place: 'detail',
        },
        {
          name: 'quantity',
          cell: ({ quantity }) => (
            <>
              <span class="on-phones">× </span>
              {quantity}
            </>
          ),
          isNumeric: true,
          place: 'detail',
        },
        ...(order.items.some((item) => unfulfilledOf(item) > 0) ? [unfulfilledColumn()] : []),
        {
          name: 'subtotal',
          cell: (item) => <Subtotal item={item} currency={order.currency} />,
          isNumeric: true,
          place: 'end',
        },
      ]}
      rowActions={(item) =>
        isCancellable(order, item) && (
          <RowMenu name={itemName(item)}>
            <ActionButton action={cancelItem(order, item)} onDone={reload} />
          </RowMenu>
        )
      }
    />
    <Totals charges={order}>
      <PaidTotals order={order} />
    </Totals>
  </Section>
);

const unfulfilledColumn = (): Column<OrderItem> => ({
  name: 'unfulfilled',
  heading: t().order.unfulfilled,
  cell: (item) => (
    <>
      <span class="on-phones">{t().order.unfulfilled}: </span>
      {unfulfilledOf(item)}
    </>
  ),
  isNumeric: true,
  place: 'detail',
});

const Item = ({ item }: Readonly<{ item: OrderItem }>) => (
  <div class="item">
    <Thumbnail url={item.image} />
    <div>
      {item.product_id === null ? (
        <span>{itemName(item)}</span>
      ) : (
        <a href={`${BASE}/products/${item.product_id}`}>{itemName(item)}</a>
      )}
      {item.sku && (
        <p>
          <Code>{item.sku}</Code>
        </p>
      )}
      {item.withdrawal_exemption !== null && (
        <p class="muted">
          {fieldLabel('withdrawal_exemption')}: {valueLabel(item.withdrawal_exemption)}
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
);

const Subtotal = ({ item, currency }: Readonly<{ item: OrderItem; currency: string }>) => (
  <>
    <Amount value={item.subtotal} currency={currency} />
    {item.discount > 0 && (
      <p class="muted">
        {fieldLabel('discount')} <Amount value={-item.discount} currency={currency} />
      </p>
    )}
  </>
);

const CANCEL_ITEM = '/api/orders/{id}/items/{item_id}/cancel';

/** How many of an item can be cancelled: the last quantity of an order is cancelled with the order. */
const cancellableOf = ({ items }: Order, item: OrderItem): number =>
  Math.min(unfulfilledOf(item), items.reduce((sum, { quantity }) => sum + quantity, 0) - 1);

const isCancellable = (order: Order, item: OrderItem): boolean =>
  order.status === 'open' && cancellableOf(order, item) > 0;

const cancelItem = (order: Order, item: OrderItem): Action => ({
  label: t().order.cancelItem,
  scope: 'orders:write',
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
      hint: fill(t().order.atMost, { count: cancellableOf(order, item) }),
    },
    { name: 'refund', kind: 'flag', label: t().order.refundItem },
    { name: 'restock', kind: 'flag' },
    { name: 'reason', kind: 'text' },
  ],
  initial: { quantity: cancellableOf(order, item), refund: true, restock: true },
  dismissLabel: t().order.keepItem,
  refund: {
    dryRun: previewFields(CANCEL_ITEM, { id: order.id, item_id: item.id }),
    submitLabel: t().refunds.cancelItem,
  },
  run: sendFields('post', CANCEL_ITEM, { params: { id: order.id, item_id: item.id } }),
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
