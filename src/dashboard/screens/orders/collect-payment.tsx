import { useState } from 'preact/hooks';
import { request, type Schemas } from '../../api/request.ts';
import { notify } from '../../app/notices.tsx';
import { useResource } from '../../app/use-resource.ts';
import { type Field, type JsonObject, toBody } from '../../form/field.ts';
import { FormView } from '../../form/form-view.tsx';
import { ScopedButton } from '../../form/scoped-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { money } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';
import type { Collected } from './collected.ts';
import { PaymentLinks } from './payment-links.tsx';

type Props = Readonly<{ collected: Collected; onDone: () => void }>;

const SCOPE = 'payments:write';

/** The button and the dialog by which the staff collects what is due. */
export const CollectPayment = ({ collected, onDone }: Props) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ScopedButton label={t().collect.title} scope={SCOPE} class="primary" onClick={() => setOpen(true)} />
      {isOpen && <CollectDialog collected={collected} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  );
};

type Way = keyof ReturnType<typeof t>['collect']['ways'];

/** The ways that the gateways of the shop allow; a link is always one. */
const waysOf = (gateways: readonly Schemas['PaymentGateway'][]): Way[] => {
  const names = gateways.map(({ name }) => name);
  return [
    ...(names.includes('manual') ? ['manual' as const] : []),
    'link',
    ...(names.includes('sandbox') ? ['test' as const] : []),
  ];
};

const CollectDialog = ({ onClose, ...props }: Props & Readonly<{ onClose: () => void }>) => {
  const state = useResource('/api/payment_gateways');
  return (
    <Dialog title={t().collect.title} onClose={onClose}>
      <LoadedContent state={state}>
        {({ data: gateways }) => <Ways {...props} ways={waysOf(gateways)} onClose={onClose} />}
      </LoadedContent>
    </Dialog>
  );
};

type WayProps = Props & Readonly<{ onClose: () => void }>;

const Ways = ({ ways, ...props }: WayProps & Readonly<{ ways: readonly Way[] }>) => {
  const [way, setWay] = useState<Way>(ways[0] ?? 'link');
  return (
    <div class="form">
      <fieldset class="field choices">
        <legend>{t().collect.question}</legend>
        {ways.map((each) => (
          <label key={each}>
            <input type="radio" name="way" checked={way === each} onChange={() => setWay(each)} />
            <span>{t().collect.ways[each]}</span>
          </label>
        ))}
      </fieldset>
      {way === 'manual' && <MarkAsPaid {...props} />}
      {way === 'link' && <PaymentLinks collected={props.collected} onChange={props.onDone} />}
      {way === 'test' && <TestCard {...props} />}
    </div>
  );
};

/** The ways in which manual payments arrive. */
const ARRIVALS = ['bank_transfer', 'cash', 'other'] as const;

const dueHint = ({ due, currency }: Collected): string => fill(t().order.amountDue, { amount: money(due, currency) });

const MarkAsPaid = (props: WayProps) => {
  const { collected } = props;
  const fields: Field[] = [
    { name: 'token', kind: 'choice', values: ARRIVALS, label: t().fields.way, isRequired: true },
    { name: 'amount', kind: 'money', hint: dueHint(collected) },
    { name: 'reference', kind: 'text', label: t().collect.reference },
  ];
  return (
    <PayForm
      {...props}
      fields={fields}
      initial={{ token: ARRIVALS[0], amount: collected.due }}
      explanation={t().collect.manualExplained}
      submitLabel={t().collect.ways.manual}
      bodyOf={({ token, reference, ...body }) => ({
        ...body,
        gateway: 'manual',
        payment_method: { token: String(token) },
        ...(reference ? { metadata: { reference: String(reference) } } : {}),
      })}
    />
  );
};

const TestCard = (props: WayProps) => {
  const { outcomes } = t().collect;
  const tokens = Object.keys(outcomes);
  return (
    <PayForm
      {...props}
      fields={[
        {
          name: 'token',
          kind: 'choice',
          values: tokens,
          labels: outcomes,
          label: t().collect.outcome,
          isRequired: true,
        },
      ]}
      initial={{ token: tokens[0] }}
      explanation={t().collect.testExplained}
      submitLabel={t().collect.pay}
      bodyOf={({ token }) => ({ gateway: 'sandbox', payment_method: { token: String(token) } })}
    />
  );
};

type PayFormProps = WayProps &
  Readonly<{
    fields: readonly Field[];
    initial: JsonObject;
    explanation: string;
    submitLabel: string;
    bodyOf: (values: JsonObject) => Omit<Schemas['PaymentInput'], 'order_id' | 'invoice_id'>;
  }>;

const PayForm = ({ collected, onDone, onClose, fields, initial, explanation, submitLabel, bodyOf }: PayFormProps) => {
  const form = useForm(fields, initial);
  const submit = (): Promise<void> =>
    form.submit(async (values, idempotencyKey) => {
      const body = { ...bodyOf(toBody(fields, values)), ...collected.about };
      // what a card came to is of the order, also a decline
      await request('post', '/api/payments', { body, idempotencyKey }).finally(onDone);
      onClose();
      notify(t().collect.recorded);
    });
  return (
    <FormView form={form} submitLabel={submitLabel} onSubmit={() => void submit()} onCancel={onClose}>
      <p>{explanation}</p>
    </FormView>
  );
};
