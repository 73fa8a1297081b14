import { expect } from 'chai';
import type { Stripe } from 'stripe';
import { statusOf } from '#adapters/payment-gateways/stripe/intents.ts';
import { disputesOf } from '#adapters/payment-gateways/stripe/reversals.ts';
import type { Charge, ChargeDispute } from '#core/payments/payment-gateway.ts';

/** The values that the SDK's types name. A table with one missing does not compile. */
type Known<Value extends string> = Value extends unknown ? (string extends Value ? never : Value) : never;

const INTENTS: Readonly<Record<Known<Stripe.PaymentIntent.Status>, Charge['status']>> = {
  processing: 'pending',
  requires_confirmation: 'pending',
  requires_action: 'pending',
  requires_capture: 'authorized',
  requires_payment_method: 'declined',
  succeeded: 'captured',
  canceled: 'voided',
};

const DISPUTES: Readonly<Record<Known<Stripe.Dispute.Status>, ChargeDispute['status'] | null>> = {
  warning_needs_response: null,
  warning_under_review: null,
  warning_closed: null,
  prevented: null,
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
};

describe('every status that Stripe’s SDK knows', () => {
  for (const [status, expected] of Object.entries(INTENTS)) {
    it(`of an intent is read: ${status}`, () => {
      const intent = { status, amount_received: 0, next_action: null, last_payment_error: null };
      expect(statusOf(intent as Stripe.PaymentIntent).status).to.equal(expected);
    });
  }

  for (const [status, expected] of Object.entries(DISPUTES)) {
    it(`of a dispute is read: ${status}`, async () => {
      const dispute = { id: 'du_1', status, amount: 1000, currency: 'usd', reason: 'fraudulent', created: 1 };
      const stripe = { disputes: { list: async () => ({ data: [dispute] }) } } as unknown as Stripe;
      const intent = { id: 'pi_1', latest_charge: { disputed: true } } as Stripe.PaymentIntent;
      const disputes = await disputesOf(stripe, intent);
      expect(disputes.map((read) => read.status)).to.deep.equal(expected === null ? [] : [expected]);
    });
  }
});
