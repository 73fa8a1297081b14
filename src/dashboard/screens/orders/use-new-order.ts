import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { notify } from '../../app/notices.tsx';
import { addressFields } from '../../form/address-fields.ts';
import { discardDraft, keepDraft, readDraft } from '../../form/drafts.ts';
import { type Field, type FieldValues, toValues } from '../../form/field.ts';
import { type Form, useForm } from '../../form/use-form.ts';
import { fill, t } from '../../text/text.ts';
import { type Choices, type Customer, type OrderInput, type Quote, toOrder, useQuote } from './quote.ts';
import type { DryRun } from './use-dry-run.ts';

export const buyerFields = (): Field[] => [
  { name: 'email', kind: 'email', hint: t().newOrder.emailHint },
  { name: 'anonymous', kind: 'flag', label: t().newOrder.anonymous },
];

export const termFields = (): Field[] => [
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

/** An order while it is put together. */
type NewOrder = Readonly<{
  /** Its errors are those of the quote, too. */
  form: Form;
  choices: Choices;
  quote: DryRun<Quote>;
  /** Why the order was not created, until something changes. */
  failure: ApiError | undefined;
  change: (changes: Partial<Choices>) => void;
  chooseCustomer: (customer: Customer | undefined) => void;
  create: () => Promise<void>;
  isRestored: boolean;
  discard: () => void;
}>;

/** Puts an order together, quotes it at each change, and creates it at the price that was shown. */
export const useNewOrder = (): NewOrder => {
  const { route } = useLocation();
  const [fields] = useState(allFields);
  const form = useForm(fields);
  const [choices, setChoices] = useState(NOTHING);
  const [failed, setFailed] = useState<unknown>();
  const order = toOrder(form, choices);
  const quote = useQuote(order);
  // a refusal says nothing of what has changed since
  const isRefused = JSON.stringify(failed) === JSON.stringify(order);
  const replace = (next: Choices, values: FieldValues): void => {
    setChoices(next);
    // another order needs another idempotency key
    form.replace(values);
  };
  const [isRestored, setRestored] = useDraft({ choices, values: form.values, replace });
  const create = (): Promise<void> =>
    form.submit(async (_values, idempotencyKey) => {
      try {
        route(`${BASE}/orders/${await place({ order, quote, idempotencyKey })}`);
      } catch (error) {
        // such as after a change of a price
        quote.repeat();
        setFailed(order);
        throw error;
      }
    });
  return {
    form: { ...form, errors: new Map([...(quote.error?.fields ?? []), ...(isRefused ? form.errors : [])]) },
    choices,
    quote,
    failure: isRefused ? form.failure : undefined,
    change: (changes) => replace({ ...choices, ...changes }, form.values),
    chooseCustomer: (customer) => replace({ ...choices, customer }, withAddress(form.values, customer)),
    create,
    isRestored,
    discard: () => {
      setRestored(false);
      replace(NOTHING, toValues(fields));
    },
  };
};

type Placing = Readonly<{ order: OrderInput; quote: DryRun<Quote>; idempotencyKey: string }>;

/** Creates the order at the price that was shown, and returns its id. @throws ApiError as the API refuses it. */
const place = async ({ order, quote, idempotencyKey }: Placing): Promise<string> => {
  const seen = quote.isCurrent && quote.result ? { expected_total: quote.result.total } : {};
  const { data } = await request('post', '/api/orders', { body: { ...order, ...seen }, idempotencyKey });
  discardDraft(DRAFT);
  notify(fill(t().newOrder.created, { number: data.number }));
  return data.id;
};

/** The form with the first address of a customer, if it has none yet. */
const withAddress = (values: FieldValues, customer: Customer | undefined): FieldValues => {
  const address = customer?.addresses[0];
  const fields = addressFields('shipping_address');
  if (address === undefined || fields.some(({ name }) => values[name] !== '')) return values;
  const entries = Object.entries(address).map(([name, value]) => [`shipping_address.${name}`, value ?? '']);
  return { ...values, ...Object.fromEntries(entries) };
};

const DRAFT = 'new_order';

type Draft = Readonly<{
  choices: Choices;
  values: FieldValues;
  replace: (choices: Choices, values: FieldValues) => void;
}>;

/** Keeps the order in this tab until it is created, and restores it once. */
const useDraft = ({ choices, values, replace }: Draft): [boolean, (isRestored: boolean) => void] => {
  const [isRestored, setRestored] = useState(false);
  // restored when the screen opens
  useEffect(() => {
    const { choices: stored, ...former } = readDraft(DRAFT) ?? {};
    if (stored === undefined) return;
    replace({ ...NOTHING, ...JSON.parse(String(stored)) }, { ...values, ...former });
    setRestored(true);
  }, []);
  useEffect(() => {
    const isEmpty = choices === NOTHING && Object.values(values).every((value) => value === '' || value === false);
    if (isEmpty) discardDraft(DRAFT);
    else keepDraft(DRAFT, { ...values, choices: JSON.stringify(choices) });
  }, [choices, values]);
  return [isRestored, setRestored];
};
