/** What can happen, in the words of the API. Publishers, webhooks and clients ask for events by these. */
export const EVENT_TYPES = [
  'product.created',
  'product.updated',
  'product.deleted',
  'user.created',
  'user.updated',
  'user.deleted',
  'order.created',
  'order.updated',
  'order.paid',
  'order.fulfilled',
  'order.cancelled',
  'payment.authorized',
  'payment.succeeded',
  'payment.failed',
  'payment.cancelled',
  'payment.refunded',
  'payment.updated',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'subscription.created',
  'subscription.updated',
  'subscription.renewed',
  'subscription.past_due',
  'subscription.canceled',
  'api_key.expiring',
  'webhook.endpoint_updated',
  'webhook.endpoint_disabled',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** What stands for several types: `*` for all, `payment.*` for those of payments, a type for itself. */
export const EventPattern = {
  /** The types that a pattern stands for; none if it is no pattern. */
  types: (pattern: string): readonly EventType[] => {
    if (pattern === '*') return EVENT_TYPES;
    const start = pattern.endsWith('.*') ? pattern.slice(0, -1) : undefined;
    return EVENT_TYPES.filter((type) => type === pattern || (start !== undefined && type.startsWith(start)));
  },

  /** Every pattern that stands for something. */
  all: (): readonly string[] => ['*', ...new Set(EVENT_TYPES.map((type) => `${type.split('.')[0]}.*`)), ...EVENT_TYPES],
};
