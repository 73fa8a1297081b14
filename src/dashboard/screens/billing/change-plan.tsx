import { useRef, useState } from 'preact/hooks';
import { etagOf, request, type Schemas } from '../../api/request.ts';
import { notify } from '../../app/notices.tsx';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Field, type JsonObject, toBody } from '../../form/field.ts';
import { FormView } from '../../form/form-view.tsx';
import { savedText } from '../../form/saved-text.ts';
import { ScopedButton } from '../../form/scoped-button.tsx';
import { useDryRun } from '../../form/use-dry-run.ts';
import { useForm, withErrors } from '../../form/use-form.ts';
import { useLeave } from '../../form/use-leave.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Loading } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { t } from '../../text/text.ts';
import { InvoiceLines } from './invoice-lines.tsx';
import { intervalOf, type Plan, priceOf } from './plan-fields.ts';
import { Steps } from './upcoming.tsx';

type Subscription = Schemas['Subscription'];
type Change = Schemas['ChangedSubscription'];

/** Upper bound; further plans cannot be chosen. */
const MAX_PLANS = 100;

/** Changes the plan or the quantity, after what it would cost was shown. */
export const ChangePlan = ({ subscription, onDone }: Readonly<{ subscription: Subscription; onDone: () => void }>) => {
  const [isOpen, setOpen] = useState(false);
  if (!subscription.actions.includes('cancel')) return null;
  return (
    <>
      <ScopedButton label={t().subscriptions.changePlan} scope="subscriptions:write" onClick={() => setOpen(true)} />
      {isOpen && <ChangeDialog subscription={subscription} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  );
};

type Props = Readonly<{ subscription: Subscription; onDone: () => void; onClose: () => void }>;

const ChangeDialog = (props: Props) => {
  const { subscription, onClose } = props;
  /** Leaves the form, once there is one. */
  const leave = useRef(onClose);
  const { plan_id: planId, currency } = subscription;
  const { data, error, reload } = useLoaded(planId, async (signal) => {
    const query = { status: 'active', currency, limit: MAX_PLANS } as const;
    const [active, current] = await Promise.all([
      request('get', '/api/plans', { query, signal }),
      request('get', '/api/plans/{id}', { params: { id: planId }, signal }),
    ]);
    const others = active.data.data.filter(({ id }) => id !== planId);
    return [current.data, ...others];
  });
  return (
    <Dialog title={t().subscriptions.changePlan} onClose={() => leave.current()} isWide>
      {error && <ProblemNotice error={error} retry={reload} />}
      {data === undefined ? !error && <Loading /> : <ChangeForm {...props} plans={data} leaveRef={leave} />}
    </Dialog>
  );
};

const fieldsOf = (plans: readonly Plan[]): readonly Field[] => [
  {
    name: 'plan_id',
    kind: 'choice',
    values: plans.map(({ id }) => id),
    labels: Object.fromEntries(plans.map((plan) => [plan.id, `${plan.name}: ${priceOf(plan)}, ${intervalOf(plan)}`])),
    isRequired: true,
  },
  { name: 'quantity', kind: 'integer', isRequired: true },
  {
    name: 'proration',
    kind: 'choice',
    values: ['prorate', 'none', 'at_period_end'],
    isRequired: true,
    hint: t().subscriptions.prorationHint,
  },
];

const ChangeForm = ({
  subscription,
  plans,
  leaveRef,
  onDone,
  onClose,
}: Props & Readonly<{ plans: readonly Plan[]; leaveRef: { current: () => void } }>) => {
  const { id, version } = subscription;
  const [fields] = useState(() => fieldsOf(plans));
  const form = useForm(fields, { ...subscription, proration: 'prorate' });
  const content = JSON.stringify(form.values);
  const [initial] = useState(content);
  const { leave, question } = useLeave(content, initial, onClose);
  leaveRef.current = leave;
  const body: JsonObject = toBody(fields, form.values);
  const send = async (query: object, options: object): Promise<Change> =>
    (await request('patch', '/api/subscriptions/{id}', { params: { id }, query, body, ...options })).data;
  const preview = useDryRun(JSON.stringify(body), (signal) => send({ dry_run: true }, { signal }));
  const submit = (): Promise<void> =>
    form.submit(async (_values, idempotencyKey) => {
      if (!preview.isCurrent) {
        const { error } = await preview.settled();
        if (error !== undefined) throw error;
        notify(t().subscriptions.costShown);
        return;
      }
      await send({}, { ifMatch: etagOf(version), idempotencyKey });
      onClose();
      notify(savedText({ object: 'subscription' }));
      onDone();
    });
  return (
    <>
      {question}
      <FormView
        form={withErrors(form, preview.error?.fields)}
        submitLabel={t().subscriptions.changePlan}
        onSubmit={() => void submit()}
        onCancel={leave}
      />
      <section class="form" aria-live="polite">
        <h3>{t().subscriptions.preview}</h3>
        {!preview.isCurrent && <Loading />}
        {preview.error && <ProblemNotice error={preview.error} />}
        {preview.result && <ChangeView change={preview.result} />}
      </section>
    </>
  );
};

const ChangeView = ({ change: { invoice, steps = [] } }: Readonly<{ change: Change }>) => (
  <>
    {invoice ? (
      <>
        <h4>{t().subscriptions.billedNow}</h4>
        <InvoiceLines document={invoice} label={t().subscriptions.billedNow} />
      </>
    ) : (
      <p>{t().subscriptions.nothingNow}</p>
    )}
    <Steps steps={steps} />
  </>
);
