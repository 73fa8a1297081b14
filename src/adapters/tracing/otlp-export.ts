import { diag } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Log } from '#core/shared/log.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import { makeSpans } from './spans.ts';

/** Traces that are exported, until they are stopped. */
export type OpenedTracing = Readonly<{
  tracing: Tracing;
  /** Exports what has ended, for at most a second. */
  stop(): Promise<void>;
}>;

/** `faults`: what is wrong with variables that OpenTelemetry reads. */
type OpenedExport = OpenedTracing & Readonly<{ faults: readonly string[] }>;

export type TracingOptions = Readonly<{
  /** The base address of the receiver, such as `http://localhost:4318`. */
  endpoint: string;
  log: Log;
}>;

/** The part of the traces that is recorded by default: to record all costs reads a fifth of their processor time. */
const SAMPLED = 0.02;

/** How long the end of the process waits for the last export. */
const STOP_TIMEOUT_MS = 1_000;

/** Undefined where OpenTelemetry reads it from `OTEL_TRACES_SAMPLER` itself. */
const samplerOf = (fault: (message: string) => void): Sampler | undefined => {
  const [name, argument] = ['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'].map((each) => process.env[each]?.trim());
  if (name) return undefined;
  const ratio = argument ? Number(argument) : SAMPLED;
  if (!(ratio >= 0 && ratio <= 1)) fault('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
  return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
};

/** How often a lasting failure is logged again. */
const REPEATED_LOG_MS = 60_000;

/** Opens the export. Spans wait in a bounded queue, and those that find it full are dropped: nothing waits for the receiver. */
export const openExport = ({ endpoint, log }: TracingOptions): OpenedExport => {
  const faults: string[] = [];
  const fault = (message: string): void => void faults.push(message.replace(/\.$/, ''));
  const ignore = (): void => {};
  diag.setLogger({ error: fault, warn: fault, info: ignore, debug: ignore, verbose: ignore });
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const sampler = samplerOf(fault);
  const provider = new BasicTracerProvider({
    ...(sampler === undefined ? {} : { sampler }),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'commerce' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(withLog(exporter, log))],
  });
  diag.disable();
  const contexts = new AsyncLocalStorageContextManager().enable();
  return {
    faults,
    tracing: makeSpans(provider.getTracer('commerce'), contexts),
    async stop() {
      const { promise: timeout, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, STOP_TIMEOUT_MS);
      await Promise.race([provider.shutdown().catch(() => {}), timeout]);
      clearTimeout(timer);
      contexts.disable();
    },
  };
};

/** An exporter that logs when exports begin to fail, every minute while they do, and when they succeed again. */
const withLog = (exporter: SpanExporter, log: Log): SpanExporter => {
  let loggedAt: number | undefined;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const now = performance.now();
        if (result.code === ExportResultCode.SUCCESS) {
          if (loggedAt !== undefined) log.info({}, 'traces are exported again');
          loggedAt = undefined;
        } else if (loggedAt === undefined || now - loggedAt >= REPEATED_LOG_MS) {
          loggedAt = now;
          const { message, code = 'unknown reason' } = (result.error ?? {}) as Partial<NodeJS.ErrnoException>;
          log.warn({ reason: message || code }, 'traces cannot be exported and are dropped');
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
};
