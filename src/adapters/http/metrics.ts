import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What is counted of the service, in Prometheus' form. */
export type Metrics = Readonly<{
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  observeGateway(call: { gateway: string; operation: string; outcome: string; seconds: number }): void;
  /** All that was counted, and its content type. */
  read(): Promise<{ text: string; type: string }>;
}>;

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
  return {
    observe: ({ method, route, status, seconds }) =>
      requests.observe({ method: METHODS.has(method) ? method : 'other', route: route || 'none', status }, seconds),
    observeGateway: ({ seconds, ...labels }) => gatewayCalls.observe(labels, seconds),
    read: async () => ({ text: await registry.metrics(), type: registry.contentType }),
  };
};
