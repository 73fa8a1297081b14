import type { Schemas } from '../../api/request.ts';
import { BASE, type ScreenProps } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { useResource } from '../../app/use-resource.ts';
import { type Action, ActionButtons } from '../../form/action-button.tsx';
import type { Field } from '../../form/field.ts';
import { sendFields, sendFixed } from '../../form/send-action.ts';
import { AddressText } from '../../parts/address-text.tsx';
import { amountColumn } from '../../parts/column.tsx';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { MoreMenu } from '../../parts/menu.tsx';
import { Name, ResourceLink } from '../../parts/name.tsx';
import { Badge, Day, Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { number } from '../../text/format.ts';
import { t, valueLabel } from '../../text/text.ts';
import { ChangePlan } from './change-plan.tsx';
import { intervalOf, priceOf } from './plan-fields.ts';
import { SubscriptionHistory } from './subscription-history.tsx';
import { nextText } from './subscription-next.ts';
import { Upcoming } from './upcoming.tsx';

type Subscription = Schemas['Subscription'];

/** How many invoices stand on the page. */
const MAX_SHOWN = 10;

const AT_PERIOD_END: Field = { name: 'at_period_end', kind: 'flag' };

/** The steps of a subscription; some may wait for the end of the period. */
const STEPS = [
  { name: 'undo_cancel', path: '/api/subscriptions/{id}/undo_cancel', fields: [] },
  { name: 'pause', path: '/api/subscriptions/{id}/pause', fields: [AT_PERIOD_END] },
  { name: 'resume', path: '/api/subscriptions/{id}/resume', fields: [] },
] as const;

/** Those that are rarely taken. */
const RARE_STEPS = [
  { name: 'skip', path: '/api/subscriptions/{id}/skip', fields: [] },
  { name: 'cancel', path: '/api/subscriptions/{id}/cancel', fields: [AT_PERIOD_END] },
] as const;

type Step = (typeof STEPS | typeof RARE_STEPS)[number];

const stepsOf = ({ id, actions }: Subscription, steps: readonly Step[]): readonly Action[] =>
  steps.map(({ name, path, fields }) => ({
    label: t().subscriptions.steps[name],
    scope: 'subscriptions:write',
    isAllowed: actions.includes(name),
    isDanger: name === 'cancel',
    explanation: t().subscriptions.explained[name],
    done: t().subscriptions.done[name],
    fields,
    initial: { at_period_end: true },
    ...(name === 'cancel' && { dismissLabel: t().subscriptions.keep }),
    run: (fields.length > 0 ? sendFields : sendFixed)('post', path, { params: { id } }),
  }));

/** One subscription: its plan, its dunning, what happens next, and its invoices. */
export const SubscriptionScreen = ({ id = '' }: ScreenProps) => {
  const state = useResource('/api/subscriptions/{id}', { params: { id } });
  return (
    <ResourcePage
      state={state}
      parent={{ href: `${BASE}/subscriptions`, label: t().navigation.subscriptions }}
      title={({ plan_id: plan, status }) => (
        <>
          <Name id={plan} />
          <Badge value={status} />
        </>
      )}
      actions={(subscription) => (
        <>
          <ChangePlan subscription={subscription} onDone={state.reload} />
          <ActionButtons actions={stepsOf(subscription, STEPS)} onDone={state.reload} />
          <MoreMenu>
            <ActionButtons actions={stepsOf(subscription, RARE_STEPS)} onDone={state.reload} />
          </MoreMenu>
        </>
      )}
      aside={(subscription) => (
        <>
          <Overview subscription={subscription} />
          <SubscriptionHistory subscription={subscription} />
        </>
      )}
    >
      {(subscription) => (
        <>
          <Dunning subscription={subscription} />
          <Upcoming subscription={subscription} />
          {holds('invoices:read') && <InvoicesOf subscription={subscription} />}
        </>
      )}
    </ResourcePage>
  );
};

/** What is owed, since when, and when it is tried again. */
const Dunning = ({ subscription }: Readonly<{ subscription: Subscription }>) => {
  const { status, past_due_since: since, next_payment_attempt_at: next, latest_invoice_id: invoice } = subscription;
  if (status !== 'past_due' && status !== 'unpaid' && since === null) return null;
  return (
    <Section title={t().subscriptions.dunning}>
      <p role="status">{next === null ? t().subscriptions.noRetry : t().subscriptions.retried}</p>
      <Facts
        facts={[
          ['status', <Badge key="status" value={status} />],
          ['past_due_since', <Time key="since" at={since} />],
          ['next_payment_attempt_at', <Time key="next" at={next} />],
          ['latest_invoice_id', invoice && <ResourceLink id={invoice} />],
        ]}
      />
    </Section>
  );
};

const Overview = ({ subscription }: Readonly<{ subscription: Subscription }>) => (
  <Section title={t().common.overview}>
    <Facts
      facts={[
        ['user_id', <ResourceLink key="user" id={subscription.user_id} />],
        ['plan_id', <PlanName key="plan" id={subscription.plan_id} />],
        subscription.next_plan_id !== null && ['next_plan_id', <PlanName key="next" id={subscription.next_plan_id} />],
        ['quantity', number(subscription.quantity)],
        ['interval', intervalOf(subscription)],
        ['current_period_start', <Day key="start" at={subscription.current_period_start} />],
        ['current_period_end', <Day key="end" at={subscription.current_period_end} />],
        subscription.trial_end !== null && ['trial_end', <Day key="trial" at={subscription.trial_end} />],
        ['at_period_end', nextText(subscription)],
        ['collection', valueLabel(subscription.collection)],
        subscription.discount_codes.length > 0 && ['discount_codes', subscription.discount_codes.join(', ')],
        subscription.billing_address !== null && [
          'billing_address',
          <AddressText key="address" address={subscription.billing_address} />,
        ],
        ['latest_invoice_id', subscription.latest_invoice_id && <ResourceLink id={subscription.latest_invoice_id} />],
        ['id', <CopiedId key="id" id={subscription.id} />],
      ]}
    />
  </Section>
);

/** What a plan is called and costs; its id until that is known. */
const PlanName = ({ id }: Readonly<{ id: string }>) => {
  const { data: plan } = useResource('/api/plans/{id}', { params: { id } });
  return plan === undefined ? <CopiedId id={id} /> : `${plan.name}: ${priceOf(plan)}`;
};

/** The newest invoices. */
const InvoicesOf = ({ subscription: { id, version } }: Readonly<{ subscription: Subscription }>) => {
  const state = useResource('/api/invoices', { query: { subscription_id: id, limit: MAX_SHOWN } }, version);
  return (
    <LoadedList
      title={t().navigation.invoices}
      state={state}
      keyOf={(invoice) => invoice.id}
      empty={t().invoices.empty}
      actions={
        <a class="button" href={`${BASE}/invoices?subscription_id=${id}`}>
          {t().common.all}
        </a>
      }
      columns={[
        {
          name: 'number',
          cell: (invoice) => <a href={`${BASE}/invoices/${invoice.id}`}>{invoice.number ?? t().invoices.draft}</a>,
          place: 'title',
        },
        { name: 'status', cell: ({ status }) => <Badge value={status} />, place: 'detail' },
        { name: 'created_at', cell: (invoice) => <Time at={invoice.created_at} />, place: 'detail' },
        amountColumn('amount_due'),
        amountColumn('total', 'end'),
      ]}
    />
  );
};
