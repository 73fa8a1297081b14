import type { DomainEvent } from '#core/shared/domain-event.ts';
import type { Attempt, DeliveryOutcome, DeliveryResult, NewDelivery } from '#core/webhooks/delivery.ts';
import { type EndpointFields, type SigningSecret, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { cut, TEXT } from '../strings.ts';
import { ids, NOON, noonPlus } from './builders.ts';

/** An unordered endpoint for all events by default. */
export const anEndpoint = (
  {
    ownerId = null,
    setUpBySession: session = null,
    setUpByKey: key = null,
    ...fields
  }: Partial<EndpointFields & Pick<WebhookEndpoint, 'ownerId' | 'setUpBySession' | 'setUpByKey'>> = {},
  at: Date = NOON,
): WebhookEndpoint =>
  WebhookEndpoint.create(
    ids.next('wh'),
    {
      url: 'https://shop.example/hooks',
      events: ['*'],
      ordering: 'none',
      description: null,
      enabled: true,
      ...fields,
    },
    { ownerId, origin: { session, key }, encrypted: 'sealed', at },
  );

/** An endpoint with every field set to its largest value. */
export const aLargeEndpoint = (): WebhookEndpoint => {
  const secrets: readonly SigningSecret[] = Array.from({ length: 5 }, (_, index) => ({
    encrypted: cut(TEXT, 500),
    expiresAt: index === 0 ? null : new Date('2099-12-31T23:59:59.999Z'),
  }));
  const made = anEndpoint({
    url: `https://shop.example/${cut(TEXT, 2000)}`,
    events: Array.from({ length: 40 }, (_, index) => `${index}.${cut(TEXT, 40)}`),
    ordering: 'resource',
    description: cut(TEXT, 500),
    setUpBySession: ids.next('ses'),
  });
  const disabled = WebhookEndpoint.disable(made, 'failing', noonPlus(0.001));
  return { ...disabled, secrets, createdAt: new Date('1999-12-31T23:59:59.999Z') };
};

/** A delivery of its own event to an endpoint, due at noon, ordered if the endpoint is. */
export const aDelivery = ({ id, ordering }: WebhookEndpoint, overrides: Partial<NewDelivery> = {}): NewDelivery => ({
  id: ids.next('dlv'),
  endpointId: id,
  eventId: ids.next('evt'),
  eventType: 'product.updated',
  resourceId: ids.next('prod'),
  ordered: ordering === 'resource',
  at: NOON,
  ...overrides,
});

/** An attempt at noon with a 200 by default. */
export const anAttempt = (overrides: Partial<Attempt> = {}): Attempt => ({
  at: NOON,
  durationMs: 12,
  status: 200,
  error: null,
  body: 'ok',
  ...overrides,
});

/** The result of a delivery: success by default. */
export const aResult = (
  { id }: Pick<NewDelivery, 'id'>,
  outcome: DeliveryOutcome = SUCCEEDED,
  attempt: Partial<Attempt> = {},
): DeliveryResult => {
  const response = outcome.kind === 'succeeded' ? {} : { status: 503, body: 'busy' };
  return { id, outcome, attempt: anAttempt({ ...response, ...attempt }) };
};

export const SUCCEEDED = { kind: 'succeeded' } as const;

export const FAILED = { kind: 'failed' } as const;

export const retryAt = (at: Date): DeliveryOutcome => ({ kind: 'retry', at });

/** An event of a resource at a time. */
export const anEvent = (overrides: Partial<DomainEvent> = {}): DomainEvent => ({
  type: 'product.updated',
  resourceId: ids.next('prod'),
  resourceVersion: 1,
  data: {},
  previous: {},
  occurredAt: NOON,
  ...overrides,
});
