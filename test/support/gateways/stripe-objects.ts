/** A form as Stripe reads it: strings such as `metadata[payment_id]`. */
export type Form = Readonly<Record<string, string>>;

type FieldError = Readonly<{ type?: string; code?: string; decline_code?: string; param?: string; message: string }>;

/** An error in Stripe's format. */
export class StripeError extends Error {
  readonly status: number;
  readonly error: Record<string, unknown>;

  constructor(status: number, { type = 'invalid_request_error', ...error }: FieldError, intent?: Intent) {
    super(error.message);
    this.status = status;
    this.error = { type, ...error, ...(intent && { payment_intent: structuredClone(intent) }) };
  }
}

export type Charge = {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  disputed: boolean;
  payment_method_details: { card: { multicapture: { status: 'available' | 'unavailable' } } };
};

export type Intent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  capture_method: string;
  client_secret: string;
  status: string;
  metadata: Record<string, string>;
  last_payment_error: Record<string, unknown> | null;
  latest_charge: Charge | null;
  next_action: { type: string; redirect_to_url: { url: string; return_url: string } } | null;
};

export type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  payment_intent: string;
  metadata: Record<string, string>;
  reason: string | null;
  status: string;
  failure_reason?: string;
};

export type Dispute = {
  id: string;
  object: 'dispute';
  amount: number;
  currency: string;
  payment_intent: string;
  reason: string;
  status: string;
  created: number;
};

/** The metadata in a form. */
export const metadataOf = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const [, key] = /^metadata\[(.{1,40})\]$/.exec(name) ?? [];
      return key === undefined ? [] : [[key, value]];
    }),
  );
