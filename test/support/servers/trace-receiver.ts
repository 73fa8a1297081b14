import { startReceiver } from './receivers.ts';

type Attribute = Readonly<{ key: string; value: Readonly<Record<string, string | number>> }>;

type OtlpSpan = Omit<ReceivedSpan, 'attributes' | 'resource'> & Readonly<{ attributes: readonly Attribute[] }>;

type OtlpRequest = Readonly<{
  resourceSpans: readonly Readonly<{
    resource: Readonly<{ attributes: readonly Attribute[] }>;
    scopeSpans: readonly Readonly<{ spans: readonly OtlpSpan[] }>[];
  }>[];
}>;

/** A span as OTLP has it, with its attributes by name. */
export type ReceivedSpan = Readonly<{
  name: string;
  /** 1 internal, 2 server, 3 client, 4 producer. */
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: Readonly<{ code?: number }>;
  links?: readonly Readonly<{ traceId: string }>[];
  attributes: Readonly<Record<string, string | number>>;
  resource: Readonly<Record<string, string | number>>;
}>;

/** A receiver of traces by OTLP over HTTP. */
export type TraceReceiver = Readonly<{
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string;
  /** All that was received, in the order of their ends. */
  spans(): readonly ReceivedSpan[];
  close(): void;
}>;

const byName = (attributes: readonly Attribute[]): ReceivedSpan['attributes'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']));

export const startTraceReceiver = async (): Promise<TraceReceiver> => {
  const receiver = await startReceiver((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  const requests = (): OtlpRequest[] =>
    receiver.received.filter(({ path }) => path === '/v1/traces').map(({ body }) => JSON.parse(body));
  return {
    endpoint: new URL(receiver.url).origin,
    spans: () =>
      requests().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) =>
            spans.map((span) => ({
              ...span,
              attributes: byName(span.attributes),
              resource: byName(resource.attributes),
            })),
          ),
        ),
      ),
    close: receiver.close,
  };
};
