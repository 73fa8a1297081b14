import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { ActionLink } from '../../form/action-link.tsx';
import { ResourceList } from '../../list/resource-list.tsx';
import type { Tab } from '../../list/view-tabs.tsx';
import { amountColumn, type Column } from '../../parts/column.tsx';
import { Badge, Time } from '../../parts/parts.tsx';
import { t, valueLabel } from '../../text/text.ts';
import { Buyer, buyerOf } from '../order-columns.tsx';
import { BulkFailures, type BulkOutcome, bulkCancel, bulkFulfill } from './bulk-actions.tsx';

type Order = Schemas['Order'];

const quantityOf = ({ items }: Order): number => items.reduce((sum, { quantity }) => sum + quantity, 0);

const COLUMNS: readonly Column<Order>[] = [
  {
    name: 'number',
    cell: ({ number, status }) => (
      <>
        {number} {status === 'cancelled' && <Badge value={status} />}
      </>
    ),
    text: ({ number }) => String(number),
    place: 'title',
  },
  { name: 'created_at', cell: (order) => <Time at={order.created_at} isRelative />, place: 'detail' },
  {
    name: 'customer',
    cell: (order) => <Buyer order={order} />,
    text: (order) => buyerOf(order).join(', '),
    place: 'detail',
  },
  { name: 'payment_status', cell: (order) => <Badge value={order.payment_status} />, place: 'detail' },
  { name: 'fulfillment_status', cell: (order) => <Badge value={order.fulfillment_status} />, place: 'detail' },
  { name: 'items', cell: quantityOf, text: (order) => String(quantityOf(order)), isNumeric: true },
  amountColumn('total', 'end'),
  { name: 'status', cell: ({ status }) => <Badge value={status} />, text: ({ status }) => status, isOptional: true },
  { name: 'currency', cell: ({ currency }) => currency, isOptional: true },
  { ...amountColumn('amount_due'), isOptional: true },
  { name: 'external_id', cell: (order) => order.external_id, isOptional: true },
  { name: 'updated_at', cell: (order) => <Time at={order.updated_at} />, isOptional: true },
];

const TABS = (): readonly Tab[] => [
  { label: valueLabel('unfulfilled'), query: 'fulfillment_status=unfulfilled&status=open' },
  { label: valueLabel('unpaid'), query: 'payment_status=unpaid&status=open' },
  { label: valueLabel('open'), query: 'status=open' },
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
        tabs={TABS()}
        icon="orders"
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
