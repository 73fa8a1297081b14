import { request, type Schemas } from '../../api/request.ts';
import type { ScreenProps } from '../../app/base.ts';
import { BASE } from '../../app/base.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import type { Field } from '../../form/field.ts';
import type { Column } from '../../list/column.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import { Badge, Code, Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { money, number } from '../../text/format.ts';
import { t, valueLabel } from '../../text/text.ts';

type Subscription = Schemas['Subscription'];

const COLUMNS: readonly Column<Subscription>[] = [
  { name: 'id', cell: ({ id }) => <Code>{id}</Code> },
  { name: 'status', cell: ({ status }) => <Badge value={status} /> },
  { name: 'plan_id', cell: ({ plan_id: plan }) => <Code>{plan}</Code> },
  { name: 'quantity', cell: ({ quantity }) => number(quantity), isNumeric: true },
  { name: 'current_period_end', cell: (subscription) => <Time at={subscription.current_period_end} /> },
  { name: 'at_period_end', cell: ({ at_period_end: step }) => valueLabel(step) },
  { name: 'user_id', cell: ({ user_id: user }) => <Code>{user}</Code>, isOptional: true },
  { name: 'created_at', cell: (subscription) => <Time at={subscription.created_at} />, isOptional: true },
];

export const Subscriptions = () => (
  <ResourceList
    path="/api/subscriptions"
    title={t().navigation.subscriptions}
    columns={COLUMNS}
    hrefOf={({ id }) => `${BASE}/subscriptions/${id}`}
    empty={t().subscriptions.empty}
  />
);

const AT_PERIOD_END: Field = { name: 'at_period_end', kind: 'flag' };

/** The steps of a subscription; some may wait for the end of the period. */
const STEPS = [
  { name: 'cancel', path: '/api/subscriptions/{id}/cancel', fields: [AT_PERIOD_END], isDanger: true },
  { name: 'undo_cancel', path: '/api/subscriptions/{id}/undo_cancel', fields: [], isDanger: false },
  { name: 'pause', path: '/api/subscriptions/{id}/pause', fields: [AT_PERIOD_END], isDanger: false },
  { name: 'resume', path: '/api/subscriptions/{id}/resume', fields: [], isDanger: false },
  { name: 'skip', path: '/api/subscriptions/{id}/skip', fields: [], isDanger: false },
] as const;

const stepsOf = ({ id, actions }: Subscription): readonly Action[] =>
  STEPS.map(({ name, path, fields, isDanger }) => ({
    label: t().subscriptions.steps[name],
    scope: 'subscriptions:write',
    isAllowed: actions.includes(name),
    isDanger,
    fields,
    initial: { at_period_end: true },
    run: (body, idempotencyKey) =>
      request('post', path, {
        params: { id },
        ...(fields.length > 0 ? { body: body as Schemas['SubscriptionCancellationInput'] } : {}),
        idempotencyKey,
      } as Parameters<typeof request<'post', typeof path>>[2]),
  }));

const changePlan = (subscription: Subscription): Action => ({
  label: t().subscriptions.changePlan,
  scope: 'subscriptions:write',
  isAllowed: subscription.actions.includes('cancel'),
  fields: [
    { name: 'plan_id', kind: 'text', isRequired: true },
    { name: 'quantity', kind: 'integer', isRequired: true },
    { name: 'proration', kind: 'choice', values: ['prorate', 'none', 'at_period_end'], isRequired: true },
  ],
  initial: { ...subscription, proration: 'prorate' },
  run: (body, idempotencyKey) =>
    request('patch', '/api/subscriptions/{id}', {
      params: { id: subscription.id },
      body,
      ifMatch: `"${subscription.version}"`,
      idempotencyKey,
    }),
  done: t().form.saved,
});

export const SubscriptionScreen = ({ id = '' }: ScreenProps) => {
  const state = useLoaded(id, async (signal) => {
    return (await request('get', '/api/subscriptions/{id}', { params: { id }, signal })).data;
  });
  return (
    <ResourcePage
      state={state}
      parent={{ href: `${BASE}/subscriptions`, label: t().navigation.subscriptions }}
      title={({ status }) => (
        <>
          {t().subscriptions.title} <Badge value={status} />
        </>
      )}
      actions={(subscription) =>
        [changePlan(subscription), ...stepsOf(subscription)].map((action) => (
          <ActionButton key={action.label} action={action} onDone={state.reload} />
        ))
      }
    >
      {(subscription) => (
        <>
          <Overview subscription={subscription} />
          <UpcomingSteps subscription={subscription} />
        </>
      )}
    </ResourcePage>
  );
};

const Overview = ({ subscription }: Readonly<{ subscription: Subscription }>) => (
  <Section title={t().products.overview}>
    <Facts
      facts={[
        [
          'user_id',
          <a key="user" href={`${BASE}/customers/${subscription.user_id}`}>
            {subscription.user_id}
          </a>,
        ],
        ['plan_id', <Code key="plan">{subscription.plan_id}</Code>],
        ['quantity', number(subscription.quantity)],
        ['interval', `${number(subscription.interval_count)} × ${valueLabel(subscription.interval)}`],
        ['current_period_start', <Time key="start" at={subscription.current_period_start} />],
        ['current_period_end', <Time key="end" at={subscription.current_period_end} />],
        ['trial_end', <Time key="trial" at={subscription.trial_end} />],
        ['at_period_end', valueLabel(subscription.at_period_end)],
        ['collection', valueLabel(subscription.collection)],
        ['past_due_since', <Time key="due" at={subscription.past_due_since} />],
        ['next_payment_attempt_at', <Time key="attempt" at={subscription.next_payment_attempt_at} />],
        [
          'latest_invoice_id',
          subscription.latest_invoice_id && (
            <a href={`${BASE}/invoices/${subscription.latest_invoice_id}`}>{subscription.latest_invoice_id}</a>
          ),
        ],
        ['id', <Code key="id">{subscription.id}</Code>],
      ]}
    />
  </Section>
);

/** What happens next, and what it will cost. */
const UpcomingSteps = ({ subscription: { id, version } }: Readonly<{ subscription: Subscription }>) => {
  const { data } = useLoaded(`${id} ${version}`, async (signal) => {
    return (await request('get', '/api/subscriptions/{id}/upcoming', { params: { id }, signal })).data;
  });
  if (data === undefined || data.steps.length === 0) return null;
  return (
    <Section title={t().subscriptions.upcoming}>
      <ol class="timeline">
        {data.steps.map(({ type, at, amount_due: due, invoice }) => (
          <li key={`${type} ${at}`}>
            <Time at={at} /> <Badge value={type} /> {due !== null && invoice && money(due, invoice.currency)}
          </li>
        ))}
      </ol>
    </Section>
  );
};
