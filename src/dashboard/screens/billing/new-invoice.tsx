import { useState } from 'preact/hooks';
import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { notify } from '../../app/notices.tsx';
import { useRoute } from '../../app/use-route.ts';
import { addressFields } from '../../form/address-fields.ts';
import { AddressSection } from '../../form/address-section.tsx';
import { changedFields, type Field, type FieldValue, type FieldValues, toBody, toValues } from '../../form/field.ts';
import { FieldInputs } from '../../form/form-view.tsx';
import { isCompleteLine, linesField, newLine } from '../../form/invoice-line.ts';
import { RestoredNotice } from '../../form/restored-notice.tsx';
import { codesField, currencyField } from '../../form/rule-fields.ts';
import { ScopedButton } from '../../form/scoped-button.tsx';
import { useDraft } from '../../form/use-draft.ts';
import { type DryRun, useDryRun } from '../../form/use-dry-run.ts';
import { useForm, withErrors } from '../../form/use-form.ts';
import { useRefusalFocus } from '../../form/use-refusal-focus.ts';
import { ParentLink } from '../../parts/parent-link.tsx';
import { Loading, Section } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { fieldLabel, t } from '../../text/text.ts';
import { CustomerChoice } from '../orders/customer-choice.tsx';
import type { Customer } from '../orders/quote.ts';
import { InvoiceLines } from './invoice-lines.tsx';

type Input = Schemas['InvoiceInput'];
type Invoice = Schemas['Invoice'];

const NEW = { lines: [newLine] };

const termFields = (): readonly Field[] => [
  { name: 'due_at', kind: 'time', hint: t().invoices.dueHint },
  currencyField(),
  codesField,
  { name: 'tax_id', kind: 'text' },
  { name: 'footer', kind: 'long_text' },
];

const ADDRESS = 'billing_address';

const invoiceFields = (): readonly Field[] => [linesField(), ...termFields(), ...addressFields(ADDRESS)];

/** Prices the invoice while it is written, once it has a customer and each line is complete. */
const usePreview = (body: Input, lines: FieldValue | undefined): DryRun<Invoice> => {
  const isComplete = body.user_id !== undefined && (lines as readonly string[]).every(isCompleteLine);
  return useDryRun(isComplete ? JSON.stringify(body) : '', async (signal) => {
    return (await request('post', '/api/invoices', { query: { dry_run: true }, body, signal })).data;
  });
};

const useNewInvoice = () => {
  const route = useRoute();
  const [fields] = useState(invoiceFields);
  const plain = useForm(fields, NEW);
  const [customer, setCustomer] = useState<Customer | undefined>();
  const body: Input = {
    ...toBody(fields, plain.values),
    ...(customer === undefined ? {} : { user_id: customer.id }),
  };
  const preview = usePreview(body, plain.values[linesField().name]);
  const replace = (chosen: Customer | undefined, values: FieldValues): void => {
    setCustomer(chosen);
    // another invoice needs another idempotency key
    plain.replace(values);
  };
  const { isRestored, discard } = useDraft('new_invoice', {
    content: { customer, values: plain.values },
    isChanged: customer !== undefined || changedFields(fields, plain.values, toValues(fields, NEW)).length > 0,
    restore: (content) => replace(content.customer, { ...plain.values, ...content.values }),
  });
  return {
    form: withErrors(plain, preview.error?.fields),
    customer,
    choose: (chosen: Customer | undefined) => replace(chosen, plain.values),
    preview,
    isRestored,
    discard: () => {
      discard();
      replace(undefined, toValues(fields, NEW));
    },
    create: () =>
      plain.submit(async (_values, idempotencyKey) => {
        const { data } = await request('post', '/api/invoices', { body, idempotencyKey });
        discard();
        notify(t().invoices.created);
        route(`${BASE}/invoices/${data.id}`, true);
      }),
  };
};

/** An invoice that is written for a customer. It begins as a draft. */
export const NewInvoice = () => {
  const { form, customer, choose, preview, isRestored, discard, create } = useNewInvoice();
  return (
    <section class="screen">
      <ParentLink href={`${BASE}/invoices`} label={t().navigation.invoices} />
      <h1>{t().invoices.create}</h1>
      {isRestored && <RestoredNotice onDiscard={discard} />}
      <form
        ref={useRefusalFocus(form)}
        class="columns"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <div class="column">
          <Section title={fieldLabel('customer')}>
            <CustomerChoice customer={customer} onChange={choose} />
            {form.errors.has('user_id') && <p class="field-error">{form.errors.get('user_id')}</p>}
          </Section>
          <Section title={t().invoices.lines}>
            <FieldInputs form={form} fields={[linesField()]} />
          </Section>
          <Preview preview={preview} />
          <AddressSection name={ADDRESS} form={form} hint={t().invoices.addressHint} />
        </div>
        <div class="column">
          <Section title={t().invoices.terms}>
            <FieldInputs form={form} fields={termFields()} />
            {form.failure && <ProblemNotice error={form.failure} />}
          </Section>
          <div class="buttons end">
            <a class="button" href={`${BASE}/invoices`}>
              {t().common.cancel}
            </a>
            <ScopedButton
              type="submit"
              label={t().invoices.createDraft}
              scope="invoices:write"
              class="primary"
              isBusy={form.isBusy}
            />
          </div>
        </div>
      </form>
    </section>
  );
};

const Preview = ({ preview: { result, error, isCurrent } }: Readonly<{ preview: DryRun<Invoice> }>) => (
  <Section title={t().invoices.preview}>
    {!isCurrent && <Loading />}
    {error && <ProblemNotice error={error} />}
    {!result && !error && <p class="muted">{t().invoices.noPreview}</p>}
    {result && <InvoiceLines document={result} label={t().invoices.preview} />}
  </Section>
);
