import type { Schemas } from '../api/request.ts';
import { BASE } from '../app/base.ts';
import { amountColumn, type Column } from '../parts/column.tsx';
import { Badge, Time } from '../parts/parts.tsx';

type Order = Schemas['Order'];

/** The columns of orders beside something else: on the home screen, which says who has ordered, and at a customer. */
export const orderColumns = ({ hasEmail }: Readonly<{ hasEmail: boolean }>): readonly Column<Order>[] => [
  { name: 'number', cell: ({ number, id }) => <a href={`${BASE}/orders/${id}`}>{number}</a> },
  { name: 'created_at', cell: (order) => <Time at={order.created_at} /> },
  ...(hasEmail ? [{ name: 'email', cell: ({ email }: Order) => email }] : []),
  { name: 'payment_status', cell: (order) => <Badge value={order.payment_status} /> },
  { name: 'fulfillment_status', cell: (order) => <Badge value={order.fulfillment_status} /> },
  amountColumn('total'),
];
