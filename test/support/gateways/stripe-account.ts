import { StripeCustomers } from './stripe-customers.ts';
import {
  type Charge,
  type Dispute,
  type Form,
  type Intent,
  metadataOf,
  type Refund,
  StripeError,
} from './stripe-objects.ts';

/** The abilities of an account, and the outcome of its refunds. */
export type AccountTraits = { multicapture: boolean; refundStatus: string };

const DECLINES: Readonly<Record<string, string>> = {
  pm_card_visa_chargeDeclined: 'generic_decline',
  pm_card_visa_chargeDeclinedInsufficientFunds: 'insufficient_funds',
};

const WORKING = ['pm_card_visa', 'tok_visa', 'pm_processing', 'pm_card_authenticationRequired'];

/** Payment intents and refunds as Stripe stores them, for card payments. */
export class StripeAccount {
  readonly intents: Intent[] = [];
  readonly refunds: Refund[] = [];
  readonly disputes: Dispute[] = [];
  readonly traits: AccountTraits = { multicapture: true, refundStatus: 'succeeded' };
  readonly customers = new StripeCustomers((prefix) => this.#id(prefix));
  #count = 0;

  create(form: Form): Intent {
    const amount = amountOf(form['amount']);
    if (/^(bhd|jod|kwd|omr|tnd)$/.test(form['currency'] ?? '') && amount % 10 !== 0) {
      throw invalid('amount', 'Amounts in this currency must end in 0.');
    }
    requireConsistentReturn(form);
    const param = 'payment_method' in form ? 'payment_method' : 'payment_method_data[card][token]';
    const given = form[param] ?? '';
    const token = this.customers.isSaved(given) ? this.customers.chargedToken(form) : given;
    if (!WORKING.includes(token) && !(token in DECLINES)) {
      throw new StripeError(400, { code: 'resource_missing', param, message: `No such payment method: '${token}'` });
    }
    const intent = this.#newIntent(form, amount);
    this.intents.push(intent);
    this.#confirm(intent, token, form);
    return intent;
  }

  #newIntent(form: Form, amount: number): Intent {
    const id = this.#id('pi');
    return {
      id,
      object: 'payment_intent',
      amount,
      amount_capturable: 0,
      amount_received: 0,
      currency: form['currency'] ?? '',
      capture_method: form['capture_method'] ?? 'automatic',
      client_secret: `${id}_secret_never_to_be_shown`,
      status: 'requires_confirmation',
      metadata: metadataOf(form),
      last_payment_error: null,
      latest_charge: null,
      next_action: null,
    };
  }

  #confirm(intent: Intent, token: string, form: Form): void {
    const code = DECLINES[token];
    if (code !== undefined) throw decline(intent, code, 'Your card was declined.');
    if (token === 'pm_processing') {
      intent.status = 'processing';
    } else if (token !== 'pm_card_authenticationRequired') {
      this.authorize(intent.id, form['payment_method_options[card][request_multicapture]']);
    } else if (form['error_on_requires_action'] === 'true' || form['off_session'] === 'true') {
      throw decline(intent, 'authentication_required', 'Your card was declined. It requires authentication.');
    } else {
      const redirect = { url: `https://hooks.stripe.example/3ds/${intent.id}`, return_url: form['return_url'] ?? '' };
      intent.status = 'requires_action';
      intent.next_action = { type: 'redirect_to_url', redirect_to_url: redirect };
    }
  }

  /** The bank approves, at once or after the payer's action. */
  authorize(id: string, multicapture?: string): void {
    const intent = this.intent(id);
    const isManual = intent.capture_method === 'manual';
    const status = this.traits.multicapture && multicapture === 'if_available' ? 'available' : 'unavailable';
    const captured = isManual ? 0 : intent.amount;
    intent.latest_charge = {
      id: this.#id('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_captured: captured,
      amount_refunded: 0,
      disputed: false,
      payment_method_details: { card: { multicapture: { status } } },
    };
    intent.status = isManual ? 'requires_capture' : 'succeeded';
    intent.amount_capturable = intent.amount - captured;
    intent.amount_received = captured;
    intent.next_action = null;
  }

  /** The payer's action failed. */
  failAuthentication(id: string): void {
    const intent = this.intent(id);
    decline(intent, 'payment_intent_authentication_failure', 'The payer could not be authenticated.');
    intent.next_action = null;
  }

  capture(id: string, form: Form): Intent {
    const intent = this.intent(id);
    const charge = intent.latest_charge;
    if (intent.status !== 'requires_capture' || charge === null) throw unexpectedState(intent, 'captured');
    const amount = amountOf(form['amount_to_capture'] ?? String(intent.amount_capturable));
    if (amount > intent.amount_capturable) {
      throw invalid('amount_to_capture', 'More than the amount capturable.', 'amount_too_large');
    }
    const isFinal = form['final_capture'] !== 'false';
    if (!isFinal && charge.payment_method_details.card.multicapture.status !== 'available') {
      throw invalid('final_capture', 'Multicapture is not available for this payment.');
    }
    charge.amount_captured += amount;
    intent.amount_received += amount;
    intent.amount_capturable -= amount;
    Object.assign(intent.metadata, metadataOf(form));
    if (isFinal) this.#release(intent, charge, 'succeeded');
    return intent;
  }

  cancel(id: string): Intent {
    const intent = this.intent(id);
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw unexpectedState(intent, 'canceled');
    intent.next_action = null;
    if (intent.latest_charge === null) intent.status = 'canceled';
    else this.#release(intent, intent.latest_charge, intent.amount_received > 0 ? 'succeeded' : 'canceled');
    return intent;
  }

  /** Stripe counts the uncaptured rest as a refund and records it. */
  #release(intent: Intent, charge: Charge, status: string): void {
    const amount = intent.amount_capturable;
    intent.status = status;
    intent.amount_capturable = 0;
    if (amount === 0) return;
    charge.amount_refunded += amount;
    this.refunds.push(this.#newRefund(intent, amount, { status: 'succeeded' }));
  }

  refund(form: Form): Refund {
    const intent = this.intent(form['payment_intent'] ?? '');
    const charge = intent.latest_charge;
    const released = charge === null ? 0 : charge.amount - charge.amount_captured - intent.amount_capturable;
    const left = charge === null ? 0 : charge.amount_captured - (charge.amount_refunded - released);
    const amount = amountOf(form['amount']);
    if (charge === null || left === 0)
      throw invalid('payment_intent', 'Nothing is left to refund.', 'charge_already_refunded');
    if (amount > left) throw invalid('amount', 'Refund amount is greater than unrefunded amount on charge.');
    if (!['', 'duplicate', 'fraudulent', 'requested_by_customer'].includes(form['reason'] ?? '')) {
      throw invalid('reason', 'Invalid reason.');
    }
    charge.amount_refunded += amount;
    const fields = { status: this.traits.refundStatus, reason: form['reason'] ?? null, metadata: metadataOf(form) };
    const refund = this.#newRefund(intent, amount, fields);
    this.refunds.push(refund);
    return refund;
  }

  /** The bank returns a refund that had succeeded, found by our key. */
  failRefund(key: string): Refund {
    const refund = this.refunds.find(({ metadata }) => metadata['refund_id'] === key);
    const charge = this.intent(refund?.payment_intent ?? '').latest_charge;
    if (refund === undefined || charge === null) throw new TypeError(`There is no refund ${key}.`);
    charge.amount_refunded -= refund.amount;
    return Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
  }

  /** Opens a dispute of an intent, or changes its status. */
  dispute(id: string, status: string): Dispute {
    const { amount, currency, latest_charge: charge } = this.intent(id);
    const before = this.disputes.find(({ payment_intent }) => payment_intent === id);
    if (before !== undefined) return Object.assign(before, { status });
    if (charge !== null) charge.disputed = true;
    const about = { amount, currency, payment_intent: id, reason: 'fraudulent', created: 1_790_000_000 };
    const dispute: Dispute = { id: this.#id('du'), object: 'dispute', status, ...about };
    this.disputes.push(dispute);
    return dispute;
  }

  #newRefund({ id, currency }: Intent, amount: number, fields: Partial<Refund>): Refund {
    const made = { id: this.#id('re'), object: 'refund' as const, amount, currency, payment_intent: id };
    return { ...made, metadata: {}, reason: null, status: 'succeeded', ...fields };
  }

  intent(id: string): Intent {
    return found(this.intents, id, 'intent');
  }

  refundOf(id: string): Refund {
    return found(this.refunds, id, 'id');
  }

  #id(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${String(this.#count).padStart(24, '0')}`;
  }
}

const found = <T extends { id: string }>(all: readonly T[], id: string, param: string): T => {
  const one = all.find((each) => each.id === id);
  if (one) return one;
  throw new StripeError(404, { code: 'resource_missing', param, message: `No such object: '${id}'` });
};

const invalid = (param: string, message: string, code?: string): StripeError =>
  new StripeError(400, { param, message, ...(code && { code }) });

const unexpectedState = (intent: Intent, verb: string): StripeError =>
  new StripeError(
    400,
    { code: 'payment_intent_unexpected_state', message: `It could not be ${verb} because it is ${intent.status}.` },
    intent,
  );

/** The intent waits for another payment method. */
const decline = (intent: Intent, code: string, message: string): StripeError => {
  const isOfCard = code.endsWith('_decline') || code === 'insufficient_funds';
  const error = {
    type: 'card_error',
    message,
    ...(isOfCard ? { code: 'card_declined', decline_code: code } : { code }),
  };
  intent.status = 'requires_payment_method';
  intent.last_payment_error = error;
  return new StripeError(402, error, intent);
};

const amountOf = (written: string | undefined): number => {
  if (written === undefined || !/^[1-9]\d*$/.test(written)) throw invalid('amount', 'Invalid positive integer.');
  if (written.length > 8) throw invalid('amount', 'Amount must be no more than 99999999.', 'amount_too_large');
  return Number(written);
};

/** Without a return URL redirects must be disabled; with one they must not be. */
const requireConsistentReturn = (form: Form): void => {
  const mayRedirect = form['automatic_payment_methods[allow_redirects]'] !== 'never';
  if (mayRedirect && !('return_url' in form)) throw invalid('return_url', 'You must provide a `return_url`.');
  if (!mayRedirect && 'return_url' in form) throw invalid('return_url', 'A `return_url` cannot be given here.');
};
