import { BASE } from '../../app/base.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import type { Column } from '../../parts/column.tsx';
import { Name, ResourceLink } from '../../parts/name.tsx';
import { Time } from '../../parts/parts.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { fieldLabel, t, valueLabel } from '../../text/text.ts';
import type { Withdrawal } from '../orders/order-data.ts';
import { RefundDeadline, WithdrawalStatus } from './withdrawal-parts.tsx';

const reasonOf = ({ reason }: Withdrawal): string => (reason === null ? '' : valueLabel(reason));

const orderOf = ({ order_id: id, order_number: number }: Withdrawal) => (id === null ? number : <Name id={id} />);

const columns = (): readonly Column<Withdrawal>[] => [
  { name: 'order_number', heading: fieldLabel('order_id'), cell: orderOf, place: 'title' },
  { name: 'name', cell: ({ name }) => name, place: 'detail' },
  {
    name: 'created_at',
    heading: fieldLabel('stated_at'),
    cell: (each) => <Time at={each.created_at} isRelative />,
    place: 'detail',
  },
  { name: 'status', cell: ({ status }) => <WithdrawalStatus status={status} />, place: 'end' },
  { name: 'reason', cell: reasonOf, text: reasonOf, place: 'detail' },
  { name: 'refund_by', cell: (each) => <RefundDeadline withdrawal={each} /> },
  { name: 'email', cell: ({ email }) => email, isOptional: true },
  { name: 'order_id', cell: ({ order_id: id }) => id && <ResourceLink id={id} />, isOptional: true },
  { name: 'user_id', cell: ({ user_id: id }) => id && <ResourceLink id={id} />, isOptional: true },
  { name: 'updated_at', cell: (each) => <Time at={each.updated_at} />, isOptional: true },
  { name: 'id', cell: ({ id }) => <CopiedId id={id} />, isOptional: true },
];

/** All withdrawals. */
export const Withdrawals = () => (
  <ResourceList
    path="/api/withdrawals"
    title={t().navigation.withdrawals}
    columns={columns()}
    hrefOf={({ id }) => `${BASE}/withdrawals/${id}`}
    nameOf={(each) => each.order_number}
    icon="page"
    empty={t().withdrawals.empty}
  />
);
