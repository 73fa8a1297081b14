import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { notify } from '../../app/notices.tsx';
import { type Field, toBody } from '../../form/field.ts';
import { FormView } from '../../form/form-view.tsx';
import { useForm } from '../../form/use-form.ts';
import { Loading, Section } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { fieldLabel, t } from '../../text/text.ts';
import { CustomerChoice } from '../orders/customer-choice.tsx';
import type { Customer } from '../orders/quote.ts';
import { type DryRun, useDryRun } from '../orders/use-dry-run.ts';
import { InvoiceLines } from './invoice-lines.tsx';
import { emptyLine, LineEditor, toLines } from './line-editor.tsx';

type Input = Schemas['InvoiceInput'];
type Invoice = Schemas['Invoice'];

const FIELDS = (): readonly Field[] => [
  { name: 'due_at', kind: 'time', hint: t().invoices.dueHint },
  { name: 'currency', kind: 'text', hint: t().products.currencyHint },
  { name: 'discount_codes', kind: 'lines', hint: t().newOrder.codesHint },
  { name: 'tax_id', kind: 'text' },
  { name: 'footer', kind: 'long_text' },
];

/** Prices the invoice while it is written, once it has a customer and a first price. */
const usePreview = (body: Input): DryRun<Invoice> => {
  const isComplete = body.user_id !== undefined && body.lines?.some(({ description }) => description !== '');
  return useDryRun(isComplete ? JSON.stringify(body) : '', async (signal) => {
    return (await request('post', '/api/invoices', { query: { dry_run: true }, body, signal })).data;
  });
};

/** An invoice that is written for a customer. It begins as a draft. */
export const NewInvoice = () => {
  const { route } = useLocation();
  const [fields] = useState(FIELDS);
  const form = useForm(fields);
  const [customer, setCustomer] = useState<Customer | undefined>();
  const [lines, setLines] = useState(() => [emptyLine()]);
  const body: Input = {
    ...toBody(form.fields, form.values),
    ...(customer === undefined ? {} : { user_id: customer.id }),
    lines: toLines(lines),
  };
  const preview = usePreview(body);
  const errors = new Map([...(preview.error?.fields ?? []), ...form.errors]);
  const create = (): Promise<void> =>
    form.submit(async (_values, idempotencyKey) => {
      const { data } = await request('post', '/api/invoices', { body, idempotencyKey });
      notify(t().invoices.created);
      route(`${BASE}/invoices/${data.id}`, true);
    });
  return (
    <section class="screen">
      <nav class="path">
        <a href={`${BASE}/invoices`}>{t().navigation.invoices}</a>
      </nav>
      <h1>{t().invoices.create}</h1>
      <div class="columns">
        <div class="column">
          <Section title={fieldLabel('customer')}>
            <CustomerChoice
              customer={customer}
              onChange={(chosen) => {
                setCustomer(chosen);
                // another invoice needs another idempotency key
                form.replace(form.values);
              }}
            />
            {errors.has('user_id') && <p class="field-error">{errors.get('user_id')}</p>}
          </Section>
          <Section title={t().invoices.lines}>
            <LineEditor
              lines={lines}
              errors={errors}
              onChange={(next) => {
                setLines([...next]);
                form.replace(form.values);
              }}
            />
          </Section>
        </div>
        <div class="column">
          <Section title={t().invoices.terms}>
            <FormView
              form={{ ...form, errors }}
              submitLabel={t().invoices.createDraft}
              onSubmit={() => void create()}
              onCancel={() => route(`${BASE}/invoices`)}
            />
          </Section>
        </div>
      </div>
      <Preview preview={preview} />
    </section>
  );
};

const Preview = ({ preview: { result, error, isCurrent } }: Readonly<{ preview: DryRun<Invoice> }>) => (
  <Section title={t().invoices.preview}>
    {!isCurrent && <Loading />}
    {error && <ProblemNotice error={error} />}
    {!result && !error && <p class="muted">{t().invoices.noPreview}</p>}
    {result && <InvoiceLines of={result} label={t().invoices.preview} />}
  </Section>
);
