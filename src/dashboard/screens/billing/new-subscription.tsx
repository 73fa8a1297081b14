import { useRef, useState } from 'preact/hooks';
import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { notify } from '../../app/notices.tsx';
import { holds } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useRoute } from '../../app/use-route.ts';
import { type Field, toBody } from '../../form/field.ts';
import { FormView } from '../../form/form-view.tsx';
import { ScopedButton } from '../../form/scoped-button.tsx';
import { seenTotal } from '../../form/seen-total.ts';
import { type DryRun, useDryRun } from '../../form/use-dry-run.ts';
import { useForm, withErrors } from '../../form/use-form.ts';
import { useLeave } from '../../form/use-leave.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Loading } from '../../parts/parts.tsx';
import { problemText } from '../../parts/problem-notice.tsx';
import { date, money } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';
import { CustomerChoice } from '../orders/customer-choice.tsx';
import type { Customer } from '../orders/quote.ts';
import { methodName } from '../users/payment-methods.tsx';
import { intervalOf, type Plan, priceOf } from './plan-fields.ts';

type Started = Schemas['ChangedSubscription'];
type Method = Schemas['PaymentMethod'];

/** Upper bound; further plans cannot be chosen. */
const MAX_PLANS = 100;

/** Instead of a payment method: invoices are sent. */
const SEND = 'send';

/** Starts a subscription, of a customer if there is one already, after its first charge was shown. */
export const NewSubscription = ({ customer }: Readonly<{ customer?: Customer }>) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ScopedButton
        label={t().subscriptions.create}
        scope="subscriptions:write"
        class={customer === undefined ? 'primary' : ''}
        onClick={() => setOpen(true)}
      />
      {isOpen && <StartDialog customer={customer} onClose={() => setOpen(false)} />}
    </>
  );
};

const StartDialog = ({
  customer: preset,
  onClose,
}: Readonly<{ customer: Customer | undefined; onClose: () => void }>) => {
  /** Leaves the form, once there is one. */
  const leave = useRef(onClose);
  const [customer, setCustomer] = useState(preset);
  return (
    <Dialog title={t().subscriptions.create} onClose={() => leave.current()}>
      {preset === undefined && <CustomerChoice customer={customer} onChange={setCustomer} />}
      {customer && <Terms key={customer.id} customer={customer} leaveRef={leave} onClose={onClose} />}
    </Dialog>
  );
};

type Props = Readonly<{ customer: Customer; leaveRef: { current: () => void }; onClose: () => void }>;

const Terms = (props: Props) => {
  const { id } = props.customer;
  const { data, error } = useLoaded(id, async (signal) => {
    const [plans, methods] = await Promise.all([
      request('get', '/api/plans', { query: { status: 'active', limit: MAX_PLANS }, signal }),
      holds('payments:read')
        ? request('get', '/api/payment_methods', { query: { user_id: id, limit: 50 }, signal })
        : undefined,
    ]);
    const usable = (methods?.data.data ?? []).filter(({ status }) => status === 'active');
    return { plans: plans.data.data, methods: usable };
  });
  if (error) return <p class="field-error">{problemText(error)}</p>;
  return data === undefined ? <Loading /> : <StartForm {...props} {...data} />;
};

type Offer = Readonly<{ plans: readonly Plan[]; methods: readonly Method[] }>;

const fieldsOf = ({ plans, methods }: Offer): readonly Field[] => [
  {
    name: 'plan_id',
    kind: 'choice',
    values: plans.map(({ id }) => id),
    labels: Object.fromEntries(plans.map((plan) => [plan.id, `${plan.name}: ${priceOf(plan)}, ${intervalOf(plan)}`])),
    isRequired: true,
    hint: plans.length === 0 ? t().plans.empty : '',
  },
  { name: 'quantity', kind: 'integer', isRequired: true },
  {
    name: 'payment_method',
    kind: 'choice',
    label: t().subscriptions.method,
    values: [...methods.map(({ id }) => id), SEND],
    labels: {
      ...Object.fromEntries(methods.map((method) => [method.id, methodName(method)])),
      [SEND]: t().subscriptions.sendInvoices,
    },
    isRequired: true,
    hint: methods.length === 0 ? t().subscriptions.noMethod : '',
  },
  { name: 'trial_days', kind: 'integer', hint: t().subscriptions.trialHint },
];

const initialOf = ({ plans, methods }: Offer) => {
  const method = methods.find(({ is_default: isDefault }) => isDefault) ?? methods[0];
  return { plan_id: plans.length === 1 ? plans[0]?.id : '', quantity: 1, payment_method: method?.id ?? SEND };
};

const StartForm = ({ customer, plans, methods, leaveRef, onClose }: Props & Offer) => {
  const route = useRoute();
  const [fields] = useState(() => fieldsOf({ plans, methods }));
  const form = useForm(fields, initialOf({ plans, methods }));
  const content = JSON.stringify(form.values);
  const [initial] = useState(content);
  const { leave, question } = useLeave(content, initial, onClose);
  leaveRef.current = leave;
  const { payment_method: method, ...terms } = toBody(fields, form.values);
  const body = {
    ...(terms as Pick<Schemas['SubscriptionInput'], 'plan_id' | 'quantity' | 'trial_days'>),
    user_id: customer.id,
    ...(method === SEND ? ({ collection: SEND } as const) : { payment_method: { id: String(method) } }),
  };
  const send = async (options: object): Promise<Started> =>
    (await request('post', '/api/subscriptions', { body, ...options })).data;
  const preview = useDryRun(body.plan_id === undefined ? '' : JSON.stringify(body), async (signal) => {
    const started = await send({ query: { dry_run: true }, signal });
    return { started, total: started.invoice?.total ?? 0, currency: started.currency };
  });
  const submit = (): Promise<void> =>
    form.submit(async (_values, idempotencyKey) => {
      const total = body.plan_id === undefined ? 0 : await seenTotal(preview);
      if (total === undefined) return;
      const { id } = await send({ idempotencyKey });
      onClose();
      notify(t().subscriptions.started);
      route(`${BASE}/subscriptions/${id}`);
    });
  return (
    <>
      {question}
      <FormView
        form={withErrors(form, preview.error?.fields)}
        submitLabel={t().subscriptions.start}
        onSubmit={() => void submit()}
        onCancel={leave}
        summary={<Cost preview={preview} plan={plans.find(({ id }) => id === body.plan_id)} />}
      />
    </>
  );
};

type CostProps = Readonly<{
  preview: DryRun<Readonly<{ started: Started; total: number; currency: string }>>;
  plan: Plan | undefined;
}>;

/** Such as `$12.00 now, then $12.00 per month from 29 Dec 2026.` */
const Cost = ({ preview: { result, error }, plan }: CostProps) => (
  <div aria-live="polite">
    {error && error.fields.size === 0 && <p class="field-error">{problemText(error)}</p>}
    {!error && result && plan && (
      <p>
        <strong>{costText(result, plan)}</strong>
      </p>
    )}
  </div>
);

const costText = ({ started, total, currency }: NonNullable<CostProps['preview']['result']>, plan: Plan): string => {
  const renewal = started.steps?.find(({ type }) => type === 'renew');
  const now =
    total === 0
      ? t().subscriptions.nothingAtStart
      : fill(t().subscriptions.atStart, { amount: money(total, currency) });
  if (!renewal?.invoice) return `${now}.`;
  const amount = money(renewal.invoice.total, currency);
  const { each, every, thenEach } = t().subscriptions;
  const { interval: unit, interval_count: count } = plan;
  const interval = count === 1 ? each[unit] : fill(every[unit], { number: count });
  return fill(thenEach, { now, amount, interval, date: date(renewal.at) });
};
