export const PAYMENT_STATUSES = [
  'processing',
  'requires_action',
  'authorized',
  'succeeded',
  'failed',
  'cancelled',
] as const;

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Why a gateway declined a request: a code for programs, a message for people. */
export type Failure = Readonly<{ code: string; message: string }>;
