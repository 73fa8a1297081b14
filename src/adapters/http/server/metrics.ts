import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Backlog, ReadBacklog } from '#core/webhooks/use-cases/read-backlog.ts';

/** What is counted of the service, in Prometheus' form. */
export type Metrics = Readonly<{
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  observeGateway(call: { gateway: string; operation: string; outcome: string; seconds: number }): void;
  observeDelivery(attempt: { endpointId: string; outcome: string }): void;
  /** Has what waits read whenever the metrics are. */
  watchBacklog(read: ReadBacklog): void;
  /** All that was counted, and its content type. */
  read(): Promise<{ text: string; type: string }>;
}>;

/** What waits is counted no more often than this, however often it is asked for. */
const BACKLOG_MS = 1_000;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export const makeMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method, route and status.',
    // the route, never the path: that has as many values as there are resources
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const gatewayCalls = new Histogram({
    name: 'payment_gateway_call_duration_seconds',
    help: 'How long calls to payment gateways took, by gateway, operation and outcome.',
    labelNames: ['gateway', 'operation', 'outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  });
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver to webhooks, by webhook and outcome: succeeded, failed (tried again), given_up.',
    labelNames: ['webhook', 'outcome'],
    registers: [registry],
  });
  const setBacklog = backlogGauges(registry);
  let readBacklog: ReadBacklog | undefined;
  let backlogAt = 0;
  return {
    observe: ({ method, route, status, seconds }) =>
      requests.observe({ method: METHODS.has(method) ? method : 'other', route: route || 'none', status }, seconds),
    observeGateway: ({ seconds, ...labels }) => gatewayCalls.observe(labels, seconds),
    observeDelivery: ({ endpointId: webhook, outcome }) => attempts.inc({ webhook, outcome }),
    watchBacklog(read) {
      readBacklog = read;
    },
    read: async () => {
      // what cannot be known now is not a number: the rest is shown all the same
      if (readBacklog !== undefined && Date.now() - backlogAt >= BACKLOG_MS) {
        backlogAt = Date.now();
        setBacklog(await readBacklog().catch(() => undefined));
      }
      return { text: await registry.metrics(), type: registry.contentType };
    },
  };
};

/** Gauges of what waits, set when they are asked for. */
const backlogGauges = (registry: Registry): ((backlog: Backlog | undefined) => void) => {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const events = gauge('event_backlog', 'Events that a publisher was not given yet.', ['publisher']);
  const eventAge = gauge('event_backlog_oldest_seconds', 'How long the oldest of them waits.', ['publisher']);
  const deliveries = gauge('webhook_deliveries_pending', 'Deliveries that have not ended, up to 100,000.');
  const deliveryAge = gauge('webhook_deliveries_oldest_seconds', 'How long the oldest of them waits.');
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
