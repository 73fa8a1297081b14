import { useEffect, useState } from 'preact/hooks';
import type { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { notify } from '../../app/notices.tsx';
import { useLoaded } from '../../app/use-loaded.ts';
import { useOwnUrl } from '../../app/use-own-url.ts';
import { useRoute } from '../../app/use-route.ts';
import { addressFields } from '../../form/address-fields.ts';
import { changedFields, type Field, type FieldValues, toValues } from '../../form/field.ts';
import { codesField } from '../../form/rule-fields.ts';
import { seenTotal } from '../../form/seen-total.ts';
import { useDraft } from '../../form/use-draft.ts';
import type { DryRun } from '../../form/use-dry-run.ts';
import { type Form, useForm, withErrors } from '../../form/use-form.ts';
import { fill, t } from '../../text/text.ts';
import { isQuotable } from './order-line.ts';
import { type Choices, type Customer, type Quote, toOrder, useQuote } from './quote.ts';

export const buyerFields = (): Field[] => [
  { name: 'email', kind: 'email', hint: t().newOrder.emailHint },
  { name: 'anonymous', kind: 'flag', label: t().newOrder.anonymous },
];

export const termFields = (): Field[] => [
  codesField,
  { name: 'tax_id', kind: 'text' },
  { name: 'external_id', kind: 'text' },
];

export const noteFields = (): Field[] => [{ name: 'note', kind: 'long_text', hint: t().order.noteExplained }];

const allFields = (): Field[] => [
  ...buyerFields(),
  ...addressFields('shipping_address'),
  ...addressFields('billing_address'),
  ...termFields(),
  ...noteFields(),
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
  const route = useRoute();
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
  const { isRestored, discard } = useDraft('new_order', {
    content: { choices, values: form.values },
    isChanged: choices !== NOTHING || changedFields(fields, form.values, toValues(fields)).length > 0,
    restore: (content) => replace(content.choices, { ...form.values, ...content.values }),
  });
  const chooseCustomer = (customer: Customer | undefined): void =>
    replace({ ...choices, customer }, withAddress(form.values, { former: choices.customer, customer }));
  const named = useOwnUrl().searchParams.get('user_id');
  // the screen of a customer leads here
  const { data: namedCustomer } = useLoaded(named ?? '', async (signal) =>
    named === null ? undefined : (await request('get', '/api/users/{id}', { params: { id: named }, signal })).data,
  );
  useEffect(() => {
    if (namedCustomer !== undefined) chooseCustomer(namedCustomer);
  }, [namedCustomer]);
  const create = (): Promise<void> =>
    form.submit(async (_values, idempotencyKey) => {
      try {
        const total = isQuotable(order.items) ? await seenTotal(quote) : 0;
        if (total === undefined) return;
        const body = { ...order, expected_total: total };
        const { data } = await request('post', '/api/orders', { body, idempotencyKey });
        discard();
        notify(fill(t().newOrder.created, { number: data.number }));
        route(`${BASE}/orders/${data.id}`);
      } catch (error) {
        // such as after a change of a price
        quote.repeat();
        setFailed(order);
        throw error;
      }
    });
  return {
    form: withErrors(isRefused ? form : { ...form, errors: new Map() }, quote.error?.fields),
    choices,
    quote,
    failure: isRefused ? form.failure : undefined,
    change: (changes) => replace({ ...choices, ...changes }, form.values),
    chooseCustomer,
    create,
    isRestored,
    discard: () => {
      discard();
      replace(NOTHING, toValues(fields));
    },
  };
};

type Customers = Readonly<{ former: Customer | undefined; customer: Customer | undefined }>;

/** The form with the first address of the customer, instead of none or that of the former customer; one that was typed stays. */
const withAddress = (values: FieldValues, { former, customer }: Customers): FieldValues => {
  const fields = addressFields('shipping_address');
  const addressOf = (of: Customer | undefined): FieldValues => toValues(fields, { shipping_address: of?.addresses[0] });
  const isUntouched = [undefined, former].some((of) => changedFields(fields, values, addressOf(of)).length === 0);
  return isUntouched ? { ...values, ...addressOf(customer) } : values;
};
