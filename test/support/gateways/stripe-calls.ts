import type { StripeAccount } from './stripe-account.ts';
import { type Form, metadataOf, StripeError } from './stripe-objects.ts';

/** The allowed parameters of each call. */
export const CALLS: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/payment_intents': [
    'amount',
    'currency',
    'confirm',
    'capture_method',
    'metadata',
    'customer',
    'off_session',
    'payment_method',
    'payment_method_data[type]',
    'payment_method_data[card][token]',
    'return_url',
    'automatic_payment_methods[enabled]',
    'automatic_payment_methods[allow_redirects]',
    'error_on_requires_action',
    'payment_method_options[card][request_multicapture]',
  ],
  'GET /v1/payment_intents/search': ['query', 'limit', 'expand'],
  'GET /v1/payment_intents/:id': ['expand'],
  'POST /v1/payment_intents/:id/capture': ['amount_to_capture', 'final_capture', 'metadata'],
  'POST /v1/payment_intents/:id/cancel': ['cancellation_reason'],
  'POST /v1/refunds': ['amount', 'payment_intent', 'reason', 'metadata'],
  'GET /v1/refunds': ['payment_intent', 'limit', 'starting_after'],
  'GET /v1/refunds/:id': [],
  'GET /v1/disputes': ['payment_intent', 'limit'],
  'POST /v1/customers': ['metadata'],
  'GET /v1/customers/search': ['query', 'limit'],
  'POST /v1/setup_intents': [
    'customer',
    'confirm',
    'usage',
    'metadata',
    'expand',
    'payment_method',
    'payment_method_data[type]',
    'payment_method_data[card][token]',
    'return_url',
    'automatic_payment_methods[enabled]',
    'automatic_payment_methods[allow_redirects]',
  ],
  'GET /v1/setup_intents': ['customer', 'limit', 'starting_after', 'expand'],
  'GET /v1/setup_intents/:id': ['expand'],
  'GET /v1/payment_methods/:id': [],
  'POST /v1/payment_methods/:id/detach': [],
};

/** The search of an account, which may find nothing or be missing. */
type Search = Readonly<{ isBlind: boolean; isSearchless: boolean }>;

type Call = Readonly<{ name: string; id: string; form: Form }>;

/** The result of a call; undefined for other calls. */
export const savedMethodResult = (account: StripeAccount, { name, id, form }: Call, search: Search): unknown => {
  const { customers } = account;
  const expanded = (intent: { payment_method: string | null }) => ({
    ...intent,
    payment_method: intent.payment_method === null ? null : customers.method(intent.payment_method),
  });
  switch (name) {
    case 'POST /v1/customers':
      return customers.create(metadataOf(form));
    case 'GET /v1/customers/search': {
      const userId = searchedFor('user_id', form, search);
      const data = customers.customers.filter(({ metadata }) => metadata['user_id'] === userId);
      return { object: 'search_result', has_more: false, data: search.isBlind ? [] : data.toReversed() };
    }
    case 'POST /v1/setup_intents':
      return expanded(customers.setUp(form, metadataOf(form)));
    case 'GET /v1/setup_intents': {
      const data = customers.setupIntents.filter(({ customer }) => customer === form['customer']).map(expanded);
      return { object: 'list', url: '/v1/setup_intents', has_more: false, data };
    }
    case 'GET /v1/setup_intents/:id':
      return expanded(customers.setupIntent(id));
    case 'GET /v1/payment_methods/:id':
      return customers.method(id);
    case 'POST /v1/payment_methods/:id/detach':
      return customers.detach(id);
    default:
      return undefined;
  }
};

/** The value that a search asks for in a field of the metadata. */
export const searchedFor = (field: string, form: Form, { isSearchless }: Search): string => {
  if (isSearchless) throw new StripeError(400, { message: 'Search is not available in your country.' });
  const [, name, value] = /^metadata\['(\w+)'\]:'([a-z0-9_]+)'$/.exec(form['query'] ?? '') ?? [];
  if (name !== field || value === undefined) {
    throw new StripeError(400, { param: 'query', message: 'The query cannot be parsed.' });
  }
  return value;
};
