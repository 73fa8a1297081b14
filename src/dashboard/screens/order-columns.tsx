import type { Schemas } from '../api/request.ts';
import { BASE } from '../app/base.ts';
import type { DataColumn } from '../parts/data-table.tsx';
import { Amount, Badge, Time } from '../parts/parts.tsx';
import { fieldLabel } from '../text/text.ts';

type Order = Schemas['Order'];

/** The columns of orders beside something else: on the home screen, which says who has ordered, and at a customer. */
export const orderColumns = ({ hasEmail }: Readonly<{ hasEmail: boolean }>): readonly DataColumn<Order>[] => [
  { heading: fieldLabel('number'), cell: ({ number, id }) => <a href={`${BASE}/orders/${id}`}>{number}</a> },
  { heading: fieldLabel('created_at'), cell: (order) => <Time at={order.created_at} /> },
  ...(hasEmail ? [{ heading: fieldLabel('email'), cell: ({ email }: Order) => email }] : []),
  { heading: fieldLabel('payment_status'), cell: (order) => <Badge value={order.payment_status} /> },
  { heading: fieldLabel('fulfillment_status'), cell: (order) => <Badge value={order.fulfillment_status} /> },
  {
    heading: fieldLabel('total'),
    cell: ({ total, currency }) => <Amount value={total} currency={currency} />,
    isNumeric: true,
  },
];
