import { etagOf } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { type Action, ActionButton, ActionButtons } from '../../form/action-button.tsx';
import { type Crud, changeAction, createAction } from '../../form/crud.ts';
import { savedText } from '../../form/saved-text.ts';
import { sendFixed } from '../../form/send-action.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import type { Column } from '../../parts/column.tsx';
import { Badge, Time } from '../../parts/parts.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { number } from '../../text/format.ts';
import { t, valueLabel } from '../../text/text.ts';
import { intervalOf, type Plan, planFields, priceOf } from './plan-fields.ts';

const COLUMNS: readonly Column<Plan>[] = [
  { name: 'name', cell: ({ name }) => name, place: 'title' },
  { name: 'status', cell: ({ status }) => <Badge value={status} />, place: 'detail' },
  { name: 'price', cell: priceOf, text: priceOf, place: 'end' },
  { name: 'interval', cell: intervalOf, text: intervalOf, place: 'detail' },
  { name: 'trial_days', cell: ({ trial_days: days }) => number(days), isNumeric: true },
  { name: 'usage', cell: ({ usage }) => usage && valueLabel(usage), isOptional: true },
  { name: 'after_dunning', cell: ({ after_dunning: end }) => valueLabel(end), isOptional: true },
  { name: 'created_at', cell: (plan) => <Time at={plan.created_at} />, isOptional: true },
  { name: 'id', cell: ({ id }) => <CopiedId id={id} />, isOptional: true },
];

const PLANS: Crud = { path: '/api/plans', scope: 'subscriptions:write', fields: planFields };

/** Archives a plan, or offers it again. */
const setStatus = (
  { id, version, actions }: Plan,
  { action, status }: Readonly<{ action: Plan['actions'][number]; status: Plan['status'] }>,
): Action => ({
  label: t().plans.steps[action],
  scope: 'subscriptions:write',
  isAllowed: actions.includes(action),
  explanation: t().plans.explanations[action],
  run: sendFixed('patch', '/api/plans/{id}', { params: { id }, body: { status }, ifMatch: etagOf(version) }),
  done: savedText,
});

export const Plans = () => (
  <ResourceList
    path="/api/plans"
    title={t().navigation.plans}
    columns={COLUMNS}
    icon="tag"
    empty={t().plans.empty}
    actions={(reload) => (
      <ActionButton
        action={createAction(PLANS, {
          label: t().plans.create,
          initial: { pricing: 'per_unit', interval: 'month', after_dunning: 'unpaid', trial_once: true, tiers: [{}] },
        })}
        onDone={reload}
      />
    )}
    rowActions={(plan, reload) => (
      <>
        <a class="button" href={`${BASE}/subscriptions?plan_id=${plan.id}`}>
          {t().navigation.subscriptions}
        </a>
        <ActionButtons
          actions={[
            changeAction(PLANS, plan),
            setStatus(plan, { action: 'archive', status: 'archived' }),
            setStatus(plan, { action: 'activate', status: 'active' }),
          ]}
          onDone={reload}
        />
      </>
    )}
  />
);
