import { LRUCache } from 'lru-cache';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Backlog, ReadBacklog } from '#core/webhooks/use-cases/read-backlog.ts';

/** The service's metrics in Prometheus' format. */
export type Metrics = Readonly<{
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  observeGateway(call: { gateway: string; operation: string; outcome: string; seconds: number }): void;
  observeDelivery(attempt: { endpointId: string; outcome: string }): void;
  /** Reads the backlog whenever the metrics are read. */
  watchBacklog(read: ReadBacklog): void;
  /** All metrics and their content type. */
  read(): Promise<{ text: string; type: string }>;
}>;

/** The minimum interval between reads of the backlog. */
const BACKLOG_MS = 1_000;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The webhooks with metrics of their own: those with the latest attempts. */
const MAX_WEBHOOKS = 1_000;

/** A webhook without attempts for this time was probably deleted. */
const WEBHOOK_TTL_MS = 3_600_000;

export const makeMetrics = (webhookTtlMs = WEBHOOK_TTL_MS): Metrics => {
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
  const setBacklog = backlogGauges(registry);
  const webhooks = new LRUCache<string, Set<string>>({
    max: MAX_WEBHOOKS,
    ttl: webhookTtlMs,
    dispose: (outcomes, webhook) => {
      for (const outcome of outcomes) attempts.remove({ webhook, outcome });
    },
    noDisposeOnSet: true,
  });
  let readBacklog: ReadBacklog | undefined;
  let backlogAt = 0;
  return {
    observe: ({ method, route, status, seconds }) =>
      requests.observe({ method: METHODS.has(method) ? method : 'other', route: route || 'none', status }, seconds),
    observeGateway: ({ seconds, ...labels }) => gatewayCalls.observe(labels, seconds),
    observeDelivery({ endpointId: webhook, outcome }) {
      webhooks.set(webhook, (webhooks.get(webhook) ?? new Set()).add(outcome));
      attempts.inc({ webhook, outcome });
    },
    watchBacklog(read) {
      readBacklog = read;
    },
    read: async () => {
      webhooks.purgeStale();
      // an unknown value becomes NaN, and the other metrics are still shown
      if (readBacklog !== undefined && Date.now() - backlogAt >= BACKLOG_MS) {
        backlogAt = Date.now();
        setBacklog(await readBacklog().catch(() => undefined));
      }
      return { text: await registry.metrics(), type: registry.contentType };
    },
  };
};

/** Gauges of the backlog, set on read. */
const backlogGauges = (registry: Registry): ((backlog: Backlog | undefined) => void) => {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const events = gauge('event_backlog', 'Events not published yet, by publisher.', ['publisher']);
  const eventAge = gauge('event_backlog_oldest_seconds', 'The age of the oldest unpublished event.', ['publisher']);
  const deliveries = gauge('webhook_deliveries_pending', 'Pending webhook deliveries, up to 100,000.');
  const deliveryAge = gauge('webhook_deliveries_oldest_seconds', 'The age of the oldest pending delivery.');
  return (backlog) => {
    for (const stale of [events, eventAge, deliveries, deliveryAge]) stale.reset();
    for (const { publisher, events: waiting, oldestSeconds } of backlog?.publishers ?? []) {
      events.set({ publisher }, waiting);
      eventAge.set({ publisher }, oldestSeconds);
    }
    deliveries.set(backlog?.deliveries.pending ?? Number.NaN);
    deliveryAge.set(backlog?.deliveries.oldestSeconds ?? Number.NaN);
  };
};
