import type { Dispatcher } from 'undici';
import type { AttemptError } from '#core/webhooks/delivery.ts';
import { attemptErrorOf } from './attempt-error.ts';

/** The response of a receiver, or why there is none. */
export type Reply = Readonly<{
  status: number | null;
  error: AttemptError | null;
  body: string | null;
  retryAfter: unknown;
}>;

const MAX_READ_BYTES = 64 * 1024;
const MAX_STORED_BYTES = 1024;

/** The limit of interim responses such as 103. */
const MAX_INTERIM_RESPONSES = 10;

const ABORT_REASON = new Error('The rest of the body is ignored.');

export const noReply = (error: AttemptError): Reply => ({ status: null, error, body: null, retryAfter: undefined });

/** Bytes as text that PostgreSQL accepts, without a partial character at the end. */
const textOf = (bytes: Buffer, isCut: boolean): string => {
  const text = isCut ? new TextDecoder().decode(bytes, { stream: true }) : bytes.toString('utf8');
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
};

/**
 * Reads the relevant part of one response and reports it once. It implements undici's dispatch handler: `request` would
 * create a stream and ignore its signal while waiting for a connection.
 */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #onReply: (reply: Reply) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #isDone = false;
  #status = 0;
  #interim = 0;
  #retryAfter: unknown;
  #read = 0;
  #stored = Buffer.alloc(0);

  constructor(limitMs: number, onReply: (reply: Reply) => void) {
    this.#onReply = onReply;
    this.#timer = setTimeout(() => this.#timeOut(), limitMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // the timeout passed before the connection was established
    if (this.#isDone) controller.abort(ABORT_REASON);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    if (status < 200) {
      this.#countInterim();
      return;
    }
    this.#status = status;
    this.#retryAfter = headers['retry-after'];
  }

  /** More interim responses are an attempt to keep senders waiting. */
  #countInterim(): void {
    this.#interim += 1;
    if (this.#interim <= MAX_INTERIM_RESPONSES) return;
    this.#finish(noReply('answer_malformed'));
    this.#controller?.abort(ABORT_REASON);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#stored.length < MAX_STORED_BYTES) {
      this.#stored = Buffer.concat([this.#stored, chunk.subarray(0, MAX_STORED_BYTES - this.#stored.length)]);
    }
    this.#read += chunk.length;
    if (this.#read <= MAX_READ_BYTES) return;
    this.#finishWithBody();
    controller.abort(ABORT_REASON);
  }

  onResponseEnd(): void {
    this.#finishWithBody();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#finish(noReply(attemptErrorOf(error)));
  }

  #finishWithBody(): void {
    const body = textOf(this.#stored, this.#read > this.#stored.length);
    this.#finish({ status: this.#status, error: null, body, retryAfter: this.#retryAfter });
  }

  #timeOut(): void {
    this.#finish(noReply('timeout'));
    this.#controller?.abort(ABORT_REASON);
  }

  #finish(reply: Reply): void {
    if (this.#isDone) return;
    this.#isDone = true;
    clearTimeout(this.#timer);
    this.#onReply(reply);
  }
}
