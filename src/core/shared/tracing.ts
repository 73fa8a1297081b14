// Why: docs/decisions/0080-traces.md

/** Attributes of a span: words and numbers of which there are few. Never a secret, personal data or the value of a statement. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** The context of a span as W3C writes it in the header `traceparent`. */
export type TraceParent = string;

/** What a span says at its start. */
export type SpanStart = Readonly<{
  name: string;
  kind: 'server' | 'client' | 'producer' | 'internal';
  attributes?: SpanAttributes;
  /** Spans of other traces that it is about. */
  links?: readonly TraceParent[];
}>;

/** The context that a trace is continued from; a new trace begins where it is invalid or omitted. */
export type RemoteParent = Readonly<{ traceparent?: string | undefined; tracestate?: string | undefined }>;

/** A span that has not ended. */
export type Span = Readonly<{
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed. `type` is a code or the name of an error, never its message. */
  fail(type: string): void;
  /** Undefined where it is not recorded. */
  traceParent(): TraceParent | undefined;
}>;

/** Records steps of the service as spans of traces. Where traces are off there is none, and nothing of it runs. */
export interface Tracing {
  /** Runs a step in the first span that this process adds to a trace. A span ends with its step; a step that throws has failed. */
  begin<T>(start: SpanStart & Readonly<{ parent: RemoteParent }>, step: (span: Span) => Promise<T>): Promise<T>;
  /** Runs a step in a span below the current one, or only runs it where none is recorded. */
  run<T>(start: SpanStart, step: (span: Span) => Promise<T>): Promise<T>;
  /**
   * Runs a task of the background. Most runs find nothing to do: one becomes a trace with the first span or event in it, or
   * when it takes long.
   */
  task<T>(name: string, run: () => Promise<T>): Promise<T>;
  /** Whether there is a span that is recorded. Statements and transactions of a task that has found nothing to do are none. */
  isRecording(): boolean;
  /** The current span, if it is recorded, for an event that is appended. */
  traceParent(): TraceParent | undefined;
  /** The id of the current trace. */
  traceId(): string | undefined;
}
