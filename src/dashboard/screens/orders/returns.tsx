import type { Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import type { Column } from '../../parts/column.tsx';
import { Name, ResourceLink } from '../../parts/name.tsx';
import { Badge, Time } from '../../parts/parts.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { t, valueLabel } from '../../text/text.ts';

type Return = Schemas['Return'];

/** Why the items come back: a withdrawal, the reasons of the return and of its items, each once. */
const reasonOf = ({ reason, items, withdrawal_id: withdrawal }: Return): string =>
  [...new Set([withdrawal && valueLabel('withdrawal'), reason, ...items.map((item) => item.reason)])]
    .filter((each) => each !== null)
    .join(', ');

const quantityOf = ({ items }: Return): number => items.reduce((sum, { quantity }) => sum + quantity, 0);

const COLUMNS: readonly Column<Return>[] = [
  { name: 'order_id', cell: (each) => <Name id={each.order_id} />, place: 'title' },
  { name: 'created_at', cell: (each) => <Time at={each.created_at} isRelative />, place: 'detail' },
  { name: 'user_id', cell: ({ user_id: id }) => id && <Name id={id} />, place: 'detail' },
  { name: 'status', cell: ({ status }) => <Badge value={status} />, place: 'end' },
  { name: 'reason', cell: reasonOf, text: reasonOf, place: 'detail' },
  { name: 'items', cell: quantityOf, text: (each) => String(quantityOf(each)), isNumeric: true },
  { name: 'withdrawal_id', cell: ({ withdrawal_id: id }) => id && <ResourceLink id={id} />, isOptional: true },
  { name: 'updated_at', cell: (each) => <Time at={each.updated_at} />, isOptional: true },
  { name: 'id', cell: ({ id }) => <CopiedId id={id} />, isOptional: true },
];

/** All returns. Their steps are on the pages of their orders. */
export const ReturnList = () => (
  <ResourceList
    path="/api/returns"
    title={t().navigation.returns}
    columns={COLUMNS}
    hrefOf={(each) => `${BASE}/orders/${each.order_id}`}
    tabs={['requested', 'approved'].map((status) => ({ label: valueLabel(status), query: `status=${status}` }))}
    icon="returns"
    empty={t().returns.empty}
  />
);
