import { LRUCache } from 'lru-cache';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Gauges } from '#core/shared/gauge.ts';
import type { Log } from '#core/shared/log.ts';
import { registerGauges } from './registered-gauges.ts';

/** The service's metrics in Prometheus' format. */
export type Metrics = Readonly<{
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  observeGateway(call: { gateway: string; operation: string; outcome: string; seconds: number }): void;
  observeDelivery(attempt: { endpointId: string; outcome: string }): void;
  observeSubscriptionStep(ran: { step: string; outcome: string }): void;
  observeSecretKeyInPage(): void;
  /** Reads the gauges whenever the metrics are read. */
  addGauges(gauges: Gauges): void;
  /** All metrics and their content type. */
  read(): Promise<{ text: string; type: string }>;
}>;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The webhooks with metrics of their own: those with the latest attempts. */
const MAX_WEBHOOKS = 1_000;

/** A webhook without attempts for this time was probably deleted. */
const WEBHOOK_TTL_MS = 3_600_000;

type Options = Readonly<{ log: Log; webhookTtlMs?: number }>;

export const makeMetrics = ({ log, webhookTtlMs = WEBHOOK_TTL_MS }: Options): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'The duration of requests by method, route and status.',
    // the route, not the path, which would have a label per resource
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const gatewayCalls = new Histogram({
    name: 'payment_gateway_call_duration_seconds',
    help: 'The duration of calls to payment gateways by gateway, operation and outcome.',
    labelNames: ['gateway', 'operation', 'outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  });
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Webhook delivery attempts by webhook and outcome: succeeded, failed (to be retried), given_up.',
    labelNames: ['webhook', 'outcome'],
    registers: [registry],
  });
  const subscriptionSteps = new Counter({
    name: 'subscription_steps_total',
    help: 'Due steps of subscriptions by step and outcome: done, waiting (for a payment), failed (to be retried).',
    labelNames: ['step', 'outcome'],
    registers: [registry],
  });
  const secretKeys = new Counter({
    name: 'secret_keys_in_pages_total',
    help: 'Requests with a secret API key and the header Origin: a page contains the key.',
    registers: [registry],
  });
  const webhooks = new LRUCache<string, Set<string>>({
    max: MAX_WEBHOOKS,
    ttl: webhookTtlMs,
    dispose: (outcomes, webhook) => {
      for (const outcome of outcomes) attempts.remove({ webhook, outcome });
    },
    noDisposeOnSet: true,
  });
  return {
    observe: ({ method, route, status, seconds }) =>
      requests.observe({ method: METHODS.has(method) ? method : 'other', route: route || 'none', status }, seconds),
    observeGateway: ({ seconds, ...labels }) => gatewayCalls.observe(labels, seconds),
    observeDelivery({ endpointId: webhook, outcome }) {
      webhooks.set(webhook, (webhooks.get(webhook) ?? new Set()).add(outcome));
      attempts.inc({ webhook, outcome });
    },
    observeSubscriptionStep: (ran) => subscriptionSteps.inc(ran),
    observeSecretKeyInPage: () => secretKeys.inc(),
    addGauges: (gauges) => registerGauges(registry, gauges, log),
    read: async () => {
      webhooks.purgeStale();
      return { text: await registry.metrics(), type: registry.contentType };
    },
  };
};
