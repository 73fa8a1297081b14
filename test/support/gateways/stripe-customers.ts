import { type Form, StripeError } from './stripe-objects.ts';

type Customer = { id: string; object: 'customer'; created: number; metadata: Record<string, string> };

type Card = { brand: string; last4: string; exp_month: number; exp_year: number };

export type PaymentMethod = {
  id: string;
  object: 'payment_method';
  type: 'card';
  card: Card;
  customer: string | null;
};

export type SetupIntent = {
  id: string;
  object: 'setup_intent';
  customer: string;
  status: string;
  metadata: Record<string, string>;
  payment_method: string | null;
  next_action: { type: string; redirect_to_url: { url: string; return_url: string } } | null;
  last_setup_error: Record<string, unknown> | null;
};

const DECLINES: readonly string[] = ['pm_card_visa_chargeDeclined', 'pm_card_visa_chargeDeclinedInsufficientFunds'];

/** Can be attached, and is declined when it is charged. */
const FAILS_LATER = 'pm_card_chargeCustomerFail';

const NEEDS_ACTION = 'pm_card_authenticationRequired';

const WORKING = ['pm_card_visa', 'tok_visa', FAILS_LATER, NEEDS_ACTION];

/** Customers with their payment methods, and the setup intents that attached them. */
export class StripeCustomers {
  readonly customers: Customer[] = [];
  readonly methods: PaymentMethod[] = [];
  readonly setupIntents: SetupIntent[] = [];
  /** The token of each payment method. */
  readonly #tokens = new Map<string, string>();
  readonly #newId: (prefix: string) => string;

  constructor(newId: (prefix: string) => string) {
    this.#newId = newId;
  }

  create(metadata: Record<string, string>): Customer {
    const created = 1_790_000_000 + this.customers.length;
    const customer: Customer = { id: this.#newId('cus'), object: 'customer', created, metadata };
    this.customers.push(customer);
    return customer;
  }

  /** Sets up a payment method for a customer. */
  setUp(form: Form, metadata: Record<string, string>): SetupIntent {
    const customer = this.#customer(form['customer'] ?? '').id;
    const param = 'payment_method' in form ? 'payment_method' : 'payment_method_data[card][token]';
    const token = form[param] ?? '';
    if (!WORKING.includes(token) && !DECLINES.includes(token)) {
      throw new StripeError(400, { code: 'resource_missing', param, message: `No such payment method: '${token}'` });
    }
    const intent: SetupIntent = {
      id: this.#newId('seti'),
      object: 'setup_intent',
      customer,
      status: 'requires_confirmation',
      metadata,
      payment_method: null,
      next_action: null,
      last_setup_error: null,
    };
    this.setupIntents.push(intent);
    if (DECLINES.includes(token)) {
      const error = { code: 'card_declined', decline_code: 'insufficient_funds', message: 'Your card was declined.' };
      Object.assign(intent, { status: 'requires_payment_method', last_setup_error: error });
      throw new StripeError(402, { type: 'card_error', ...error });
    }
    const method = this.#newMethod(token);
    intent.payment_method = method.id;
    if (token === NEEDS_ACTION && 'return_url' in form) {
      const url = `https://hooks.stripe.example/3ds/${intent.id}`;
      intent.status = 'requires_action';
      intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: form['return_url'] ?? '' } };
    } else this.complete(intent.id);
    return intent;
  }

  /** The payer has acted, or need not. */
  complete(id: string): void {
    const intent = this.setupIntent(id);
    this.method(intent.payment_method ?? '').customer = intent.customer;
    Object.assign(intent, { status: 'succeeded', next_action: null });
  }

  detach(id: string): PaymentMethod {
    const method = this.method(id);
    if (method.customer === null) {
      const message = 'The payment method you provided is not attached to a customer so detachment is impossible.';
      throw new StripeError(400, { message });
    }
    method.customer = null;
    return method;
  }

  /** The token by which a charge of a customer's method is decided. */
  chargedToken(form: Form): string {
    const { id, customer } = this.method(form['payment_method'] ?? '');
    if (customer === null || customer !== form['customer']) {
      const message = 'The provided PaymentMethod cannot be used by this Customer.';
      throw new StripeError(400, { param: 'payment_method', message });
    }
    const token = this.#tokens.get(id) ?? '';
    if (token === FAILS_LATER) return 'pm_card_visa_chargeDeclined';
    // it was authenticated when it was set up, which does not help: it always requires authentication
    return token;
  }

  isSaved(id: string): boolean {
    return this.methods.some((method) => method.id === id);
  }

  method(id: string): PaymentMethod {
    return found(this.methods, id, 'payment_method');
  }

  setupIntent(id: string): SetupIntent {
    return found(this.setupIntents, id, 'intent');
  }

  #customer(id: string): Customer {
    return found(this.customers, id, 'customer');
  }

  #newMethod(token: string): PaymentMethod {
    const card = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031 };
    const method: PaymentMethod = {
      id: this.#newId('pm'),
      object: 'payment_method',
      type: 'card',
      card,
      customer: null,
    };
    this.methods.push(method);
    this.#tokens.set(method.id, token);
    return method;
  }
}

const found = <T extends { id: string }>(all: readonly T[], id: string, param: string): T => {
  const one = all.find((each) => each.id === id);
  if (one) return one;
  throw new StripeError(404, { code: 'resource_missing', param, message: `No such object: '${id}'` });
};
