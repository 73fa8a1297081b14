import type { Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import type { Column } from '../../parts/column.tsx';
import { Name } from '../../parts/name.tsx';
import { Badge, Day, Time } from '../../parts/parts.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { number } from '../../text/format.ts';
import { t, valueLabel } from '../../text/text.ts';
import { NewSubscription } from './new-subscription.tsx';
import { nextText } from './subscription-next.ts';

type Subscription = Schemas['Subscription'];

const COLUMNS: readonly Column<Subscription>[] = [
  { name: 'user_id', cell: ({ user_id: user }) => <Name id={user} />, place: 'title' },
  { name: 'status', cell: ({ status }) => <Badge value={status} />, place: 'end' },
  { name: 'plan_id', cell: ({ plan_id: plan }) => <Name id={plan} />, place: 'detail' },
  { name: 'quantity', cell: ({ quantity }) => number(quantity), isNumeric: true },
  { name: 'at_period_end', cell: nextText, text: nextText, place: 'detail' },
  { name: 'current_period_end', cell: ({ current_period_end: end }) => <Day at={end} />, isOptional: true },
  { name: 'created_at', cell: (subscription) => <Time at={subscription.created_at} />, isOptional: true },
  { name: 'id', cell: ({ id }) => <CopiedId id={id} />, isOptional: true },
];

export const Subscriptions = () => (
  <ResourceList
    path="/api/subscriptions"
    title={t().navigation.subscriptions}
    columns={COLUMNS}
    hrefOf={({ id }) => `${BASE}/subscriptions/${id}`}
    tabs={['active', 'trialing', 'past_due'].map((status) => ({
      label: valueLabel(status),
      query: `status=${status}`,
    }))}
    icon="repeat"
    empty={t().subscriptions.empty}
    actions={() => <NewSubscription />}
  />
);
