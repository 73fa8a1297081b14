import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { request } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { notify } from '../../app/notices.tsx';
import { holds } from '../../app/session.ts';
import { addressFields } from '../../form/address-fields.ts';
import type { Field } from '../../form/field.ts';
import { FieldInputs } from '../../form/form-view.tsx';
import { type Form, useForm } from '../../form/use-form.ts';
import { Section } from '../../parts/parts.tsx';
import { fieldLabel, fill, t } from '../../text/text.ts';
import { CustomerChoice } from './customer-choice.tsx';
import { ItemEditor } from './item-editor.tsx';
import { type Choices, type Customer, toOrder, useQuote } from './quote.ts';
import { QuoteView } from './quote-view.tsx';

const buyerFields = (): Field[] => [
  { name: 'email', kind: 'email', hint: t().newOrder.emailHint },
  { name: 'anonymous', kind: 'flag', label: t().newOrder.anonymous },
];

const termFields = (): Field[] => [
  { name: 'discount_codes', kind: 'lines', hint: t().newOrder.codesHint },
  { name: 'tax_id', kind: 'text' },
  { name: 'external_id', kind: 'text' },
];

const allFields = (): Field[] => [
  ...buyerFields(),
  ...addressFields('shipping_address'),
  ...addressFields('billing_address'),
  ...termFields(),
];

const NOTHING: Choices = { customer: undefined, lines: [], shippingMethodId: undefined };

/** An order by phone: put together with a quote, and paid on its own screen afterwards. */
export const NewOrder = () => {
  const { route } = useLocation();
  const [fields] = useState(allFields);
  const form = useForm(fields);
  const [choices, setChoices] = useState(NOTHING);
  const order = toOrder(form, choices);
  const quote = useQuote(order);
  const [failed, setFailed] = useState<typeof order | undefined>();
  // a refusal says nothing of what has changed since
  const isRefused = JSON.stringify(failed) === JSON.stringify(order);
  const errors = new Map([...(quote.error?.fields ?? []), ...(isRefused ? form.errors : [])]);
  const change = (change: Partial<Choices>, values = form.values): void => {
    setChoices({ ...choices, ...change });
    // another order needs another idempotency key
    form.replace(values);
  };
  const create = (): Promise<void> =>
    form.submit(async (_values, idempotencyKey) => {
      const seen = quote.isCurrent && quote.result ? { expected_total: quote.result.total } : {};
      try {
        const { data } = await request('post', '/api/orders', { body: { ...order, ...seen }, idempotencyKey });
        notify(fill(t().newOrder.created, { number: data.number }));
        route(`${BASE}/orders/${data.id}`);
      } catch (error) {
        // such as after a change of a price
        quote.repeat();
        setFailed(order);
        throw error;
      }
    });
  const shown: Form = { ...form, errors };
  return (
    <section class="screen">
      <p>
        <a href={`${BASE}/orders`}>{t().orders.title}</a>
      </p>
      <h1>{t().newOrder.title}</h1>
      <form
        class="columns"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <div class="column">
          <Section title={fieldLabel('items')}>
            <ItemEditor lines={choices.lines} errors={errors} onChange={(lines) => change({ lines })} />
          </Section>
          <Section title={fieldLabel('customer')}>
            <CustomerChoice
              customer={choices.customer}
              onChange={(customer) => change({ customer }, withAddress(form, customer))}
            />
            {choices.customer === undefined && <FieldInputs form={shown} fields={buyerFields()} />}
          </Section>
          <AddressSection name="shipping_address" form={shown} />
          <AddressSection name="billing_address" form={shown} hint={t().newOrder.billingHint} />
        </div>
        <div class="column">
          <Section title={t().newOrder.terms}>
            <FieldInputs form={shown} fields={termFields()} />
          </Section>
          <QuoteView
            quote={quote}
            failure={isRefused ? form.failure : undefined}
            shippingMethodId={choices.shippingMethodId}
            onShippingMethod={(shippingMethodId) => change({ shippingMethodId })}
          />
          <CreateButton isBusy={form.isBusy} />
        </div>
      </form>
    </section>
  );
};

/** The form with the first address of a customer, if it has none yet. */
const withAddress = ({ values }: Form, customer: Customer | undefined): Form['values'] => {
  const address = customer?.addresses[0];
  const fields = addressFields('shipping_address');
  if (address === undefined || fields.some(({ name }) => values[name] !== '')) return values;
  const entries = Object.entries(address).map(([name, value]) => [`shipping_address.${name}`, value ?? '']);
  return { ...values, ...Object.fromEntries(entries) };
};

const AddressSection = ({ name, form, hint }: Readonly<{ name: string; form: Form; hint?: string }>) => (
  <Section title={fieldLabel(name)}>
    {hint && <p class="muted">{hint}</p>}
    {form.errors.has(name) && <p class="field-error">{form.errors.get(name)}</p>}
    <div class="pairs">
      <FieldInputs form={form} fields={addressFields(name)} />
    </div>
  </Section>
);

const CreateButton = ({ isBusy }: Readonly<{ isBusy: boolean }>) => {
  const isRefused = !holds('orders:write');
  return (
    <div class="buttons end">
      <button
        type="submit"
        class="button primary"
        disabled={isRefused}
        aria-disabled={isBusy}
        title={isRefused ? fill(t().errors.missingScope, { scope: 'orders:write' }) : undefined}
      >
        {t().orders.create}
      </button>
    </div>
  );
};
