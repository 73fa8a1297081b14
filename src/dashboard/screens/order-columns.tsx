import type { Schemas } from '../api/request.ts';
import { BASE } from '../app/base.ts';
import { amountColumn, type Column } from '../parts/column.tsx';
import { Badge, Time } from '../parts/parts.tsx';
import { Person } from '../parts/person.tsx';

type Order = Schemas['Order'];

/** Who has ordered, as far as the order says it: a name, and the e-mail. */
export const buyerOf = ({ shipping_address: shipping, billing_address: billing, email }: Order): readonly string[] =>
  [shipping?.name ?? billing?.name, email].filter((each) => typeof each === 'string');

export const Buyer = ({ order }: Readonly<{ order: Order }>) => <Person lines={buyerOf(order)} />;

/** The columns of orders beside something else: on the home screen, which says who has ordered, and at a customer. */
export const orderColumns = ({ hasBuyer }: Readonly<{ hasBuyer: boolean }>): readonly Column<Order>[] => [
  { name: 'number', cell: ({ number, id }) => <a href={`${BASE}/orders/${id}`}>{number}</a>, place: 'title' },
  { name: 'created_at', cell: (order) => <Time at={order.created_at} isRelative />, place: 'detail' },
  ...(hasBuyer
    ? [{ name: 'customer', cell: (order: Order) => <Buyer order={order} />, place: 'detail' } as const]
    : []),
  { name: 'payment_status', cell: (order) => <Badge value={order.payment_status} /> },
  { name: 'fulfillment_status', cell: (order) => <Badge value={order.fulfillment_status} />, place: 'detail' },
  amountColumn('total', 'end'),
];
