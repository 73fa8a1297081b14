import type { Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import { amountColumn, type Column } from '../../parts/column.tsx';
import { ResourceLink } from '../../parts/name.tsx';
import { Badge, Badges, Code, Time } from '../../parts/parts.tsx';
import { t } from '../../text/text.ts';

type Payment = Schemas['Payment'];

const COLUMNS: readonly Column<Payment>[] = [
  { name: 'created_at', cell: (payment) => <Time at={payment.created_at} /> },
  {
    name: 'status',
    cell: ({ status }) => <Badge value={status} />,
    text: ({ status }) => status,
  },
  {
    name: 'attention',
    cell: ({ attention }) => <Badges values={attention} />,
    text: ({ attention }) => attention.join(' '),
  },
  { name: 'order_id', cell: ({ order_id: id }) => id && <ResourceLink id={id} />, isOptional: true },
  { name: 'user_id', cell: ({ user_id: id }) => id && <ResourceLink id={id} />, isOptional: true },
  { name: 'gateway', cell: ({ gateway }) => gateway },
  amountColumn('amount'),
  amountColumn('amount_captured'),
  amountColumn('amount_refunded'),
  { name: 'invoice_id', cell: ({ invoice_id: id }) => id && <ResourceLink id={id} />, isOptional: true },
  { name: 'failure_code', cell: ({ failure_code: code }) => code, isOptional: true },
  { name: 'id', cell: ({ id }) => <Code>{id}</Code>, isOptional: true },
];

export const Payments = () => (
  <ResourceList
    path="/api/payments"
    title={t().navigation.payments}
    columns={COLUMNS}
    hrefOf={({ id }) => `${BASE}/payments/${id}`}
    empty={t().payments.empty}
  />
);
