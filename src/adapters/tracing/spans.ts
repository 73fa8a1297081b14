// Why: docs/decisions/0080-traces.md

import {
  type Context,
  type ContextManager,
  createContextKey,
  defaultTextMapGetter,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { RemoteParent, Span, SpanStart, TraceParent, Tracing } from '#core/shared/tracing.ts';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  internal: SpanKind.INTERNAL,
} as const;

/** A run of a task in the background; without a span while it has found nothing to do. */
type Task = { readonly name: string; readonly startedAt: Date; span?: OtelSpan; hasEnded: boolean };

/** A task that takes longer is recorded, whatever it did. */
const SLOW_TASK_MS = 100;

const isSlow = ({ startedAt }: Task): boolean => Date.now() - startedAt.getTime() >= SLOW_TASK_MS;

const TASK = createContextKey('task');

const propagator = new W3CTraceContextPropagator();

const contextOf = (parent: RemoteParent): Context => propagator.extract(ROOT_CONTEXT, parent, defaultTextMapGetter);

const linkTo = (traceparent: TraceParent): readonly Link[] => {
  const context = trace.getSpanContext(contextOf({ traceparent }));
  return context === undefined ? [] : [{ context }];
};

const traceParentOf = (span: OtelSpan): TraceParent | undefined => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return (traceFlags & TraceFlags.SAMPLED) === 0 ? undefined : `00-${traceId}-${spanId}-01`;
};

const NOT_RECORDED: Span = { rename() {}, set() {}, fail() {}, traceParent: () => undefined };

const recorded = (span: OtelSpan): Span => ({
  rename: (name) => void span.updateName(name),
  set: (attributes) => void span.setAttributes(attributes),
  fail(type) {
    span.setAttribute('error.type', type);
    span.setStatus({ code: SpanStatusCode.ERROR });
  },
  traceParent: () => traceParentOf(span),
});

/** A code of PostgreSQL, of Node or of the core, or the error's name: its message may contain anything. */
const typeOf = (error: unknown): string => {
  const { code, name = 'Error' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return typeof code === 'string' ? code : name;
};

/** Spans by OpenTelemetry. The context follows the asynchronous calls of a step. */
export const makeSpans = (tracer: Tracer, contexts: ContextManager): Tracing => {
  const taskNow = (): Task | undefined => contexts.active().getValue(TASK) as Task | undefined;
  const current = (): OtelSpan | undefined => trace.getSpan(contexts.active()) ?? taskNow()?.span;

  const runIn = async <T>(context: Context, start: SpanStart, step: (span: Span) => Promise<T>): Promise<T> => {
    const { name, kind, attributes = {}, links = [] } = start;
    const options = { kind: KINDS[kind], attributes, links: links.flatMap(linkTo) };
    const otelSpan = tracer.startSpan(name, options, context);
    const isRecorded = otelSpan.isRecording();
    // without a context, the steps of a request that is not recorded cost nothing
    if (!isRecorded && contexts.active() === ROOT_CONTEXT) return step(NOT_RECORDED);
    const span = isRecorded ? recorded(otelSpan) : NOT_RECORDED;
    return contexts.with(trace.setSpan(context, otelSpan), async () => {
      try {
        return await step(span);
      } catch (error) {
        span.fail(typeOf(error));
        throw error;
      } finally {
        otelSpan.end();
      }
    });
  };

  const record = (task: Task): void => {
    task.span ??= tracer.startSpan(task.name, { startTime: task.startedAt }, ROOT_CONTEXT);
  };

  /** The current span; that of a task begins here. */
  const parentSpan = (): OtelSpan | undefined => {
    const task = taskNow();
    if (current() === undefined && task?.hasEnded === false) record(task);
    return current();
  };

  return {
    begin: ({ parent, ...start }, step) => runIn(contextOf(parent), start, step),

    run(start, step) {
      const parent = parentSpan();
      if (parent?.isRecording() !== true) return step(NOT_RECORDED);
      return runIn(trace.setSpan(contexts.active(), parent), start, step);
    },

    task(name, run) {
      const task: Task = { name, startedAt: new Date(), hasEnded: false };
      return contexts.with(ROOT_CONTEXT.setValue(TASK, task), async () => {
        try {
          return await run();
        } catch (error) {
          if (isSlow(task)) record(task);
          if (task.span !== undefined) recorded(task.span).fail(typeOf(error));
          throw error;
        } finally {
          if (isSlow(task)) record(task);
          task.hasEnded = true;
          task.span?.end();
        }
      });
    },

    isRecording: () => current()?.isRecording() === true,
    traceParent() {
      const span = parentSpan();
      return span && traceParentOf(span);
    },
    traceId: () => current()?.spanContext().traceId,
  };
};
