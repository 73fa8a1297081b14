import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useLoaded } from '../../app/use-loaded.ts';
import { FieldInputs } from '../../form/form-view.tsx';
import { type Form, useForm } from '../../form/use-form.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Loading, Section } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { fieldLabel, t } from '../../text/text.ts';
import { CustomerChoice } from '../orders/customer-choice.tsx';
import { ItemEditor } from '../orders/item-editor.tsx';
import { type Choices, type OrderInput, toOrder, useQuote } from '../orders/quote.ts';
import { QuoteView } from '../orders/quote-view.tsx';
import { allFields, placeFields, type Question, readQuestion, termFields, toQuery } from './price-question.ts';
import { QuoteReasons } from './quote-reasons.tsx';

/** What a cart costs, and why. The question is in the address, so that it can be shared. */
export const PriceTest = () => {
  const { url } = useLocation();
  const [query] = useState(() => new URL(url, location.origin).searchParams);
  const { data, error, reload } = useLoaded('question', (signal) => readQuestion(query, signal));
  return (
    <section class="screen">
      <header class="screen-header">
        <h1>{t().navigation.priceTest}</h1>
        <div class="buttons">
          <CopyButton text={location.href} label={t().priceTest.share} />
        </div>
      </header>
      <p class="muted">{t().priceTest.explained}</p>
      {error && <ProblemNotice error={error} retry={reload} />}
      {!data && !error && <Loading />}
      {data && <Test asked={data} />}
    </section>
  );
};

const Test = ({ asked }: Readonly<{ asked: Question }>) => {
  const { path, route } = useLocation();
  const [fields] = useState(allFields);
  const form = useForm(fields);
  const [choices, setChoices] = useState(asked.choices);
  const [isStarted, setStarted] = useState(false);
  useEffect(() => {
    form.replace(asked.values);
    setStarted(true);
  }, []);
  const query = toQuery({ choices, values: form.values });
  useEffect(() => {
    if (isStarted) route(query === '' ? path : `${path}?${query}`, true);
  }, [isStarted, query]);
  const order = withStreet(toOrder(form, choices));
  // without the values, the method that was asked for would not ship anywhere, and be given up
  const quote = useQuote(isStarted ? order : { ...order, items: [] });
  // several may change before the next rendering
  const change = (changes: Partial<Choices>): void => setChoices((former) => ({ ...former, ...changes }));
  const isRefused = quote.error?.fields.has('shipping_method_id') ?? false;
  // the quote without the method says why it does not apply
  useEffect(() => {
    if (isRefused) change({ shippingMethodId: undefined });
  }, [isRefused]);
  const withErrors: Form = { ...form, errors: quote.error?.fields ?? new Map() };
  return (
    <>
      <div class="columns">
        <div class="column">
          <Section title={fieldLabel('items')}>
            <ItemEditor lines={choices.lines} errors={withErrors.errors} onChange={(lines) => change({ lines })} />
          </Section>
          <Section title={t().priceTest.where}>
            <div class="pairs">
              <FieldInputs form={withErrors} fields={placeFields()} />
            </div>
          </Section>
          <Section title={t().newOrder.terms}>
            <FieldInputs form={withErrors} fields={termFields()} />
          </Section>
          <Section title={fieldLabel('customer')}>
            <CustomerChoice customer={choices.customer} onChange={(customer) => change({ customer })} />
          </Section>
        </div>
        <div class="column">
          <QuoteView
            quote={quote}
            failure={undefined}
            shippingMethodId={choices.shippingMethodId}
            onShippingMethod={(shippingMethodId) => change({ shippingMethodId })}
          />
        </div>
      </div>
      {quote.result && <QuoteReasons quote={quote.result} />}
    </>
  );
};

/** Addresses have a street, which changes no price. */
const withStreet = (order: OrderInput): OrderInput =>
  order.shipping_address ? { ...order, shipping_address: { ...order.shipping_address, line1: '–' } } : order;
