import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { ActionLink } from '../../form/action-link.tsx';
import { ResourceList } from '../../list/resource-list.tsx';
import { amountColumn, type Column } from '../../parts/column.tsx';
import { Badge, Time } from '../../parts/parts.tsx';
import { t } from '../../text/text.ts';
import { BulkFailures, type BulkOutcome, bulkCancel, bulkFulfill } from './bulk-actions.tsx';

type Order = Schemas['Order'];

/** Who has ordered, as far as the order says it. */
const buyerOf = ({ shipping_address: shipping, billing_address: billing, email }: Order): readonly string[] =>
  [shipping?.name ?? billing?.name, email].filter((each) => typeof each === 'string');

const Buyer = ({ order }: Readonly<{ order: Order }>) => (
  <span class="buyer">
    {buyerOf(order).map((line, index) => (
      <span key={line} class={index > 0 ? 'muted' : ''}>
        {line}
      </span>
    ))}
  </span>
);

const quantityOf = ({ items }: Order): number => items.reduce((sum, { quantity }) => sum + quantity, 0);

const COLUMNS: readonly Column<Order>[] = [
  { name: 'number', cell: ({ number }) => number },
  { name: 'created_at', cell: (order) => <Time at={order.created_at} /> },
  { name: 'customer', cell: (order) => <Buyer order={order} />, text: (order) => buyerOf(order).join(', ') },
  { name: 'status', cell: ({ status }) => <Badge value={status} /> },
  { name: 'payment_status', cell: (order) => <Badge value={order.payment_status} /> },
  { name: 'fulfillment_status', cell: (order) => <Badge value={order.fulfillment_status} /> },
  { name: 'items', cell: quantityOf, text: (order) => String(quantityOf(order)), isNumeric: true, isOptional: true },
  amountColumn('total'),
  { name: 'currency', cell: ({ currency }) => currency, isOptional: true },
  { ...amountColumn('amount_due'), isOptional: true },
  { name: 'external_id', cell: (order) => order.external_id, isOptional: true },
  { name: 'updated_at', cell: (order) => <Time at={order.updated_at} />, isOptional: true },
];

/** All orders, with what can be done with several of them. */
export const Orders = () => {
  const [outcome, setOutcome] = useState<BulkOutcome | undefined>();
  return (
    <>
      <ResourceList
        path="/api/orders"
        title={t().navigation.orders}
        columns={COLUMNS}
        empty={t().orders.empty}
        hrefOf={({ id }) => `${BASE}/orders/${id}`}
        nameOf={({ number }) => String(number)}
        bulkActions={[bulkFulfill(setOutcome), bulkCancel(setOutcome)]}
        actions={() => <ActionLink label={t().orders.create} scope="orders:write" href={`${BASE}/orders/new`} />}
      />
      {outcome && outcome.result.failed > 0 && <BulkFailures outcome={outcome} onClose={() => setOutcome(undefined)} />}
    </>
  );
};
