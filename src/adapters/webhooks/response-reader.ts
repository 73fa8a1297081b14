import type { Dispatcher } from 'undici';
import type { AttemptError } from '#core/webhooks/delivery.ts';
import { attemptErrorOf } from './attempt-error.ts';

/** What a receiver said, or why it said nothing. */
export type Reply = Readonly<{
  status: number | null;
  error: AttemptError | null;
  body: string | null;
  retryAfter: unknown;
}>;

const MAX_READ_BYTES = 64 * 1024;
const MAX_STORED_BYTES = 1024;

/** Of answers such as 103, before the one that counts. */
const MAX_INTERIM_RESPONSES = 10;

const ENOUGH = new Error('Enough was read.');

export const noReply = (error: AttemptError): Reply => ({ status: null, error, body: null, retryAfter: undefined });

/** Bytes as text that a database takes; where they were cut, no part of a character is left. */
const textOf = (bytes: Buffer, isCut: boolean): string => {
  const text = isCut ? new TextDecoder().decode(bytes, { stream: true }) : bytes.toString('utf8');
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
};

/**
 * Reads the answer to one request, or as much of it as matters, and tells of it once.
 * It is undici's own way of passing answers on: `request` makes a stream of each, and can't be stopped by a signal while
 * it waits for a connection.
 */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #tell: (reply: Reply) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #isDone = false;
  #status = 0;
  #interim = 0;
  #retryAfter: unknown;
  #read = 0;
  #kept = Buffer.alloc(0);

  constructor(limitMs: number, tell: (reply: Reply) => void) {
    this.#tell = tell;
    this.#timer = setTimeout(() => this.#giveUp(), limitMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // the time was over before there was a connection
    if (this.#isDone) controller.abort(ENOUGH);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    if (status < 200) {
      this.#countInterim();
      return;
    }
    this.#status = status;
    this.#retryAfter = headers['retry-after'];
  }

  /** More than a few before the answer are no answer, but a way to keep others waiting. */
  #countInterim(): void {
    this.#interim += 1;
    if (this.#interim <= MAX_INTERIM_RESPONSES) return;
    this.#finish(noReply('answer_malformed'));
    this.#controller?.abort(ENOUGH);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#kept.length < MAX_STORED_BYTES) {
      this.#kept = Buffer.concat([this.#kept, chunk.subarray(0, MAX_STORED_BYTES - this.#kept.length)]);
    }
    this.#read += chunk.length;
    if (this.#read <= MAX_READ_BYTES) return;
    this.#answer();
    controller.abort(ENOUGH);
  }

  onResponseEnd(): void {
    this.#answer();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#finish(noReply(attemptErrorOf(error)));
  }

  #answer(): void {
    const body = textOf(this.#kept, this.#read > this.#kept.length);
    this.#finish({ status: this.#status, error: null, body, retryAfter: this.#retryAfter });
  }

  #giveUp(): void {
    this.#finish(noReply('timeout'));
    this.#controller?.abort(ENOUGH);
  }

  #finish(reply: Reply): void {
    if (this.#isDone) return;
    this.#isDone = true;
    clearTimeout(this.#timer);
    this.#tell(reply);
  }
}
