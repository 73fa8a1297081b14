import type { Stripe } from 'stripe';
import type { PaymentGateway, RefundOutcome, RefundRequest } from '#core/payments/payment-gateway.ts';
import { NOT_EXACT, toStripe } from './amounts.ts';
import type { Client } from './client.ts';
import { failureOf, isServerError } from './failures.ts';
import type { IsKeyCached } from './idempotency-cache.ts';
import { findIntent, refundsOf } from './intents.ts';
import { NOT_FOUND_YET } from './not-found-yet.ts';

type Deps = Readonly<{ client: Client; isKeyCached: IsKeyCached }>;

/** The parameters of a refund. */
type Params = Stripe.RefundCreateParams & { payment_intent: string };

/** Refunds a part once, however old its key is. */
export const makeRefund =
  ({ client, isKeyCached }: Deps): PaymentGateway['refund'] =>
  async (request) => {
    const amount = toStripe(request.amount);
    if (amount === undefined) return NOT_EXACT;
    try {
      const stripe = await client();
      const id = request.charge.reference ?? (await findIntent(stripe, request.charge))?.id;
      if (id === undefined) return NOT_FOUND_YET;
      const before = isKeyCached(request.key) ? undefined : await madeBefore(stripe, id, request);
      const refund = before ?? (await create(stripe, request, { ...paramsOf(request), amount, payment_intent: id }));
      return outcomeOf(await settled(stripe, refund));
    } catch (error) {
      return failureOf(error);
    }
  };

/** After a fault Stripe replays it for a day; the list of refunds shows whether the refund exists. */
const create = async (stripe: Stripe, request: RefundRequest, params: Params): Promise<Stripe.Refund> => {
  try {
    return await stripe.refunds.create(params, { idempotencyKey: request.key });
  } catch (error) {
    const refund = isServerError(error) ? await madeBefore(stripe, params.payment_intent, request) : undefined;
    if (refund === undefined) throw error;
    return refund;
  }
};

const madeBefore = async (stripe: Stripe, id: string, { key }: RefundRequest): Promise<Stripe.Refund | undefined> =>
  (await refundsOf(stripe, id)).find(({ metadata }) => metadata?.['refund_id'] === key);

/** The reasons that Stripe accepts; others are stored as metadata. */
const REASONS: readonly string[] = ['duplicate', 'fraudulent', 'requested_by_customer'];

const MAX_CHARACTERS = 500;

const paramsOf = ({ key, charge, reason }: RefundRequest): Stripe.RefundCreateParams => {
  const metadata = { refund_id: key, payment_id: charge.key };
  if (reason === null) return { metadata };
  if (REASONS.includes(reason)) return { metadata, reason };
  return { metadata: { ...metadata, reason: [...reason].slice(0, MAX_CHARACTERS / 2).join('') } };
};

const UNSETTLED: readonly (string | null)[] = ['pending', 'requires_action'];

/** A replayed response is as old as the first, so a pending refund is read again. */
const settled = async (stripe: Stripe, refund: Stripe.Refund): Promise<Stripe.Refund> =>
  UNSETTLED.includes(refund.status) ? stripe.refunds.retrieve(refund.id) : refund;

const outcomeOf = ({ id, status, failure_reason }: Stripe.Refund): RefundOutcome => {
  if (UNSETTLED.includes(status)) return { kind: 'pending', reference: id };
  if (status !== 'failed' && status !== 'canceled') return { kind: 'refunded', reference: id };
  return {
    kind: 'declined',
    code: failure_reason ?? status,
    message: `Stripe could not refund: ${failure_reason ?? status}.`,
  };
};
