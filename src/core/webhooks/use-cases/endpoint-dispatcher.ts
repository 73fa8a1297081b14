import type { Clock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';
import type { Random } from '#core/shared/random.ts';
import type { DueDelivery } from '../delivery.ts';
import { type BufferedDelivery, DeliveryBuffer } from '../delivery-buffer.ts';
import type { ClaimedEndpoint, DeliveryQueue, EndpointState } from '../delivery-queue.ts';
import { isReceived } from '../delivery-view.ts';
import { EndpointCache } from '../endpoint-cache.ts';
import type { EventBodies } from '../event-bodies.ts';
import { isGone, outcomeOf } from '../outcome-of.ts';
import { reasonToDisable } from '../reason-to-disable.ts';
import { ResultBuffer } from '../result-buffer.ts';
import type { RetrySchedule } from '../retry-schedule.ts';
import { type EndpointId, WebhookEndpoint } from '../webhook-endpoint.ts';
import type { WebhookQueries } from '../webhook-queries.ts';
import type { WebhookResponse, WebhookSender } from '../webhook-sender.ts';
import type { DisableEndpoint } from './disable-endpoint.ts';

export type DispatcherDeps = Readonly<{
  queue: DeliveryQueue;
  queries: Pick<WebhookQueries, 'findEndpoint'>;
  texts: EventBodies;
  sender: WebhookSender;
  disableEndpoint: DisableEndpoint;
  schedule: RetrySchedule;
  random: Random;
  clock: Clock;
  log: Log;
  /** Called for every attempt. */
  observe: (attempt: Readonly<{ endpointId: EndpointId; outcome: 'succeeded' | 'failed' | 'given_up' }>) => void;
}>;

/** The concurrency per endpoint, and while it fails. */
const AT_ONCE = 16;
const AT_ONCE_FAILING = 4;

/** The read batch size; the next batch is read when fewer than half of it wait. */
const READ_AT_ONCE = 100;

/** An idle endpoint is released after this time: while events arrive, keeping the lease is cheaper. */
const LINGER_MS = 1_000;

/** Nothing starts this close to the end of the lease. */
const MARGIN_MS = 1_000;

/**
 * Dispatches the due deliveries of one endpoint under a lease: sends several concurrently and records their results in
 * batches, until nothing is due.
 */
export class EndpointDispatcher {
  readonly endpointId: EndpointId;
  /** Resolves once nothing is in flight and the endpoint is released. */
  readonly done: Promise<void>;
  readonly #deps: DispatcherDeps;
  readonly #owner: string;
  readonly #taken = new DeliveryBuffer();
  readonly #known: EndpointCache;
  #nudges: number;
  #turnEnds: Date;
  readonly #results = new ResultBuffer();
  #sending = 0;
  #isFailing = false;
  #mayHaveMore = true;
  #willRetry = false;
  #isStopping = false;
  #isEnding = false;
  #idleSince: Date | undefined;
  #failure: unknown;
  #bell = Promise.withResolvers<void>();

  constructor(
    deps: DispatcherDeps,
    { endpointId, nudges }: ClaimedEndpoint,
    turn: Readonly<{ owner: string; until: Date }>,
  ) {
    this.#deps = deps;
    this.endpointId = endpointId;
    this.#known = new EndpointCache(deps.queries, endpointId);
    this.#owner = turn.owner;
    this.#nudges = nudges;
    this.#turnEnds = turn.until;
    this.done = this.#serve();
  }

  get turnEnds(): Date {
    return this.#turnEnds;
  }

  /** Whether it is only releasing the endpoint, so that a new claim is not for it. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Extends the lease. */
  keep(until: Date): void {
    this.#turnEnds = until;
    this.#bell.resolve();
  }

  /** Applies the polled state: new work, or a new version of the endpoint. */
  look(state: EndpointState | undefined): void {
    if (state !== undefined && state.nudges !== this.#nudges) {
      this.#nudges = state.nudges;
      this.#mayHaveMore = true;
    }
    if (state?.version !== this.#known.current?.version) this.#known.doubt();
    this.#bell.resolve();
  }

  /** Starts nothing more. */
  stop(): void {
    this.#isStopping = true;
    this.#taken.dropWaiting();
    this.#bell.resolve();
  }

  async #serve(): Promise<void> {
    const { queue, log } = this.#deps;
    try {
      await this.#work();
      this.#isEnding = true;
      await queue.release({ endpointId: this.endpointId, nudges: this.#nudges }, this.#owner);
    } catch (error) {
      this.#isEnding = true;
      // the lease is kept: the cause may be gone when it expires
      log.warn({ err: error, webhook: this.endpointId }, 'webhook dispatch failed; retrying after the lease expires');
      this.stop();
      // messages in flight must not overlap with those of another process
      while (this.#sending > 0) await this.#rung();
    }
  }

  async #work(): Promise<void> {
    for (;;) {
      if (this.#sending < this.#most && this.#taken.isStale(this.#now())) this.#readAnew();
      if (this.#isToAsk()) await this.#giveUpIfDisabled();
      if (this.#isToReadOn()) await this.#readAfter();
      this.#beginSome();
      if (this.#isRecordDue()) await this.#record();
      if (this.#isRecordDue() || this.#isToReadOn() || this.#isToAsk()) continue;
      if (this.#isOver()) break;
      await this.#rung();
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #rung(): Promise<void> {
    await this.#bell.promise;
    this.#bell = Promise.withResolvers<void>();
  }

  #now(): number {
    return this.#deps.clock.now().getTime();
  }

  #mayBegin(): boolean {
    return !this.#isStopping && this.#now() < this.#turnEnds.getTime() - MARGIN_MS;
  }

  #isToAsk(): boolean {
    return this.#known.isStale && !this.#isStopping;
  }

  #isToReadOn(): boolean {
    return this.#mayHaveMore && this.#mayBegin() && this.#taken.waiting < READ_AT_ONCE / 2;
  }

  #readAnew(): void {
    this.#taken.dropWaiting();
    this.#mayHaveMore = true;
  }

  #isRecordDue(): boolean {
    // an ordered endpoint's next delivery waits for this result
    const isOrdered = this.#known.current?.ordering === 'resource';
    const isBusy = this.#sending > 0 && this.#taken.waiting > 0 && !this.#isStopping && !isOrdered;
    return this.#results.isDue(isBusy, this.#now());
  }

  #isOver(): boolean {
    if (this.#sending > 0 || !this.#results.isEmpty) return false;
    if (!this.#mayBegin()) return true;
    if (this.#taken.waiting > 0) return false;
    const now = this.#deps.clock.now();
    this.#idleSince ??= now;
    return this.#willRetry || now.getTime() - this.#idleSince.getTime() >= LINGER_MS;
  }

  async #readAfter(): Promise<void> {
    const { queue, texts, clock } = this.#deps;
    this.#mayHaveMore = false;
    if (!(await this.#known.isEnabled())) return this.#giveUp();
    const query = { at: clock.now(), except: this.#taken.ids, limit: READ_AT_ONCE };
    const due = await queue.due(this.endpointId, query);
    // events after the change must be sent by the new settings
    if (due.some(({ endpointVersion }) => endpointVersion !== this.#known.current?.version)) {
      this.#known.doubt();
      if (!(await this.#known.isEnabled())) return this.#giveUp();
    }
    if (due.length === READ_AT_ONCE) this.#mayHaveMore = true;
    const bodies = await texts.get(due.map(({ eventId }) => eventId));
    const readAt = this.#now();
    for (const delivery of due) {
      const body = bodies.get(delivery.eventId);
      if (body === undefined) this.#results.noteRemoved(delivery.id, clock.now());
      else this.#taken.add({ delivery, body, readAt });
    }
  }

  async #giveUpIfDisabled(): Promise<void> {
    if (!(await this.#known.isEnabled())) await this.#giveUp();
  }

  async #giveUp(): Promise<void> {
    this.#taken.dropWaiting();
    // the deliveries of a deleted endpoint are removed
    if (this.#known.current === undefined) return;
    while ((await this.#deps.queue.giveUp(this.endpointId, this.#deps.clock.now())) > 0);
  }

  get #most(): number {
    return this.#isFailing ? AT_ONCE_FAILING : AT_ONCE;
  }

  #beginSome(): void {
    const { current: endpoint, isStale } = this.#known;
    if (endpoint === undefined || isStale) return;
    while (this.#sending < this.#most && this.#mayBegin()) {
      const next = this.#taken.next(this.#now());
      if (next === undefined) return;
      this.#idleSince = undefined;
      void this.#send(next, endpoint);
    }
  }

  async #send({ delivery, body }: BufferedDelivery, endpoint: WebhookEndpoint): Promise<void> {
    const { sender, clock } = this.#deps;
    this.#sending += 1;
    const { eventId: id, sequence } = delivery;
    const secrets = WebhookEndpoint.secretsAt(endpoint, clock.now());
    try {
      const answer = await sender.send({ url: endpoint.url, id, sequence, body, secrets });
      // an attempt aborted by a stop says nothing about the receiver
      if (!this.#isStopping || answer.error === null) this.#note(delivery, answer, endpoint);
    } catch (error) {
      this.#failure = error;
      this.stop();
    }
    this.#sending -= 1;
    this.#beginSome();
    this.#bell.resolve();
  }

  #note(delivery: DueDelivery, answer: WebhookResponse, endpoint: WebhookEndpoint): void {
    const { schedule, random, clock, observe } = this.#deps;
    const outcome = outcomeOf(delivery, answer, { schedule, random, at: clock.now() });
    const { retryAfterMs: _retryAfterMs, ...attempt } = answer;
    this.#results.note({ id: delivery.id, attempt, outcome }, endpoint);
    this.#isFailing = !isReceived(answer);
    if (isGone(answer)) this.#readAnew();
    if (outcome.kind === 'retry') this.#willRetry = true;
    const name = { succeeded: 'succeeded', retry: 'failed', failed: 'given_up' } as const;
    observe({ endpointId: this.endpointId, outcome: name[outcome.kind] });
  }

  async #record(): Promise<void> {
    const { queue, clock } = this.#deps;
    const { results, gone } = this.#results.take();
    const at = clock.now();
    const failingSince = await queue.record(this.endpointId, results, at);
    for (const { id } of results) this.#taken.recorded(id);
    // recording may have unblocked the next delivery of the resource
    const { current: endpoint } = this.#known;
    if (endpoint?.ordering === 'resource' && results.some(({ outcome }) => outcome.kind !== 'retry')) {
      this.#mayHaveMore = true;
    }
    const judged = gone ?? endpoint;
    const reason = judged && reasonToDisable(judged, results, { failingSince, at });
    if (judged === undefined || reason === undefined) return;
    await this.#deps.disableEndpoint(judged, reason);
    this.#known.doubt();
    this.#readAnew();
  }
}
