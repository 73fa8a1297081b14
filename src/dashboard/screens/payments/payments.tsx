import type { Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import type { Tab } from '../../list/view-tabs.tsx';
import { amountColumn, type Column, rareAmountColumn } from '../../parts/column.tsx';
import { ResourceLink } from '../../parts/name.tsx';
import { Amount, Badges, Time } from '../../parts/parts.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { t, valueLabel } from '../../text/text.ts';

type Payment = Schemas['Payment'];

const COLUMNS: readonly Column<Payment>[] = [
  { name: 'amount', cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />, place: 'title' },
  {
    name: 'status',
    cell: ({ status, attention }) => <Badges values={[status, ...attention]} />,
    text: ({ status }) => status,
    place: 'end',
  },
  { name: 'order_id', cell: ({ order_id: id }) => id && <ResourceLink id={id} />, place: 'detail' },
  { name: 'user_id', cell: ({ user_id: id }) => id && <ResourceLink id={id} />, place: 'detail' },
  { name: 'attention', cell: ({ attention }) => attention.map(valueLabel).join(', '), isOptional: true },
  { name: 'gateway', cell: ({ gateway }) => gateway },
  { ...amountColumn('amount_captured'), isOptional: true },
  rareAmountColumn('amount_refunded'),
  { name: 'created_at', cell: (payment) => <Time at={payment.created_at} isRelative />, place: 'detail' },
  { name: 'invoice_id', cell: ({ invoice_id: id }) => id && <ResourceLink id={id} />, isOptional: true },
  { name: 'failure_code', cell: ({ failure_code: code }) => code, isOptional: true },
  { name: 'id', cell: ({ id }) => <CopiedId id={id} />, isOptional: true },
];

const TABS = (): readonly Tab[] => [
  { label: t().payments.failed, query: 'status=failed' },
  { label: t().payments.attention, query: 'needs_attention=true' },
];

export const Payments = () => (
  <ResourceList
    path="/api/payments"
    title={t().navigation.payments}
    columns={COLUMNS}
    hrefOf={({ id }) => `${BASE}/payments/${id}`}
    tabs={TABS()}
    icon="card"
    empty={t().payments.empty}
  />
);
