import type { Clock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { ID_SUFFIX } from '#core/shared/id.ts';
import {
  IdempotencyConflict,
  type IdempotencyKey,
  type IdempotencyQueries,
  type IdempotencyRecord,
  idempotencyCutoff,
} from '#core/shared/idempotency.ts';
import type { UnitOfWork, Work } from '#core/unit-of-work.ts';
import { type HttpResponse, httpResponse, toHttpResponse } from '../pipeline/http-response.ts';
import { HttpRefusal, PROBLEM_TYPE, type Problem } from '../pipeline/problem.ts';
import type { ApiResponse } from '../pipeline/route.ts';

/** A write request, as idempotency and dry run see it. */
export type WriteRequest = Readonly<{
  /** Prepares outside the transaction and returns its work. */
  prepare: () => Promise<Work<ApiResponse>> | Work<ApiResponse>;
  /** Whether the preparation has external effects, so that a completed request must not repeat it. */
  callsOutside: boolean;
  dryRun: boolean;
  /** The `Idempotency-Key` with the request's fingerprint. */
  named?: Readonly<{ name: IdempotencyKey; fingerprint: string }> | undefined;
  /** Whether the stored response is encrypted. */
  secret: boolean;
  toProblem: (error: unknown) => Problem;
  /** Throws once the client was answered with a timeout: nothing may be committed after that. */
  requireTime: () => void;
}>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  answers: IdempotencyQueries;
  clock: Clock;
  encryption: Readonly<{ encrypt(text: string): string; decrypt(encrypted: string): string }>;
}>;

/** Ids by which an erasure finds the responses that mention a person. */
const PERSONAL_ID = new RegExp(`(?:usr|ord|pay)_${ID_SUFFIX}`, 'g');

/** The body of a response that was erased. */
const ERASED = JSON.stringify({ object: 'erased_answer' });

/** Errors that are stored and replayed; after others the request may be repeated as new. */
const KEPT_STATUSES = new Set([402, 404, 409, 412]);
const NEVER_KEPT = new Set(['idempotency_in_progress', 'conflict']);

/** Runs a write request with its idempotency record in one transaction, or as a dry run. */
export const makeWrite =
  (deps: Deps) =>
  async (writing: WriteRequest): Promise<HttpResponse> => {
    if (writing.dryRun) return dryRun(deps.unitOfWork, await writing.prepare());
    if (writing.named === undefined) return runUnnamed(deps, writing, await writing.prepare());
    const before = writing.callsOutside ? await replayOf(deps, writing, writing.named) : undefined;
    if (before !== undefined) return before;
    try {
      const work = await prepared(writing);
      return await runNamed(deps, writing, writing.named, async (tx) => toHttpResponse(await work(tx)));
    } catch (error) {
      const problem = writing.toProblem(error);
      if (!isKept(error, problem)) throw error;
      const refusal = httpResponse(problem.status, JSON.stringify(problem.body), { 'Content-Type': PROBLEM_TYPE });
      return runNamed(deps, writing, writing.named, async () => refusal);
    }
  };

/** The preparation may find that the key is in use or reused. */
const prepared = async ({ prepare }: WriteRequest): Promise<Work<ApiResponse>> => {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof IdempotencyConflict)) throw error;
    throw error.reason === 'reused' ? reused() : inProgress();
  }
};

const dryRun = (unitOfWork: UnitOfWork, work: Work<ApiResponse>): Promise<HttpResponse> =>
  unitOfWork.dryRun(async (tx) => {
    const { status, body = {} } = await work(tx);
    const resource = typeof body === 'string' ? (JSON.parse(body) as object) : body;
    return toHttpResponse({
      status: status === 204 ? 200 : status,
      body: { ...resource, dry_run: true, events: tx.events.appended },
    });
  });

const runUnnamed = (
  { unitOfWork }: Deps,
  { requireTime, callsOutside }: WriteRequest,
  work: Work<ApiResponse>,
): Promise<HttpResponse> =>
  unitOfWork.run(async (tx) => {
    const answer = toHttpResponse(await work(tx));
    // external effects are recorded even after a timeout
    if (!callsOutside) requireTime();
    return answer;
  });

const runNamed = async (
  { unitOfWork, answers, clock, encryption }: Deps,
  { secret, requireTime, callsOutside }: WriteRequest,
  { name, fingerprint }: NonNullable<WriteRequest['named']>,
  work: Work<HttpResponse>,
): Promise<HttpResponse> => {
  const now = clock.now();
  const since = idempotencyCutoff(now);
  const change = changeOf(secret, encryption);
  try {
    return await unitOfWork.run(async (tx) => {
      await tx.idempotency.claim(name, since);
      const answer = await work(tx);
      const { status, headers, body } = answer;
      const about = [...new Set(body.match(PERSONAL_ID))];
      await tx.idempotency.complete(name, { fingerprint, status, headers, body: change.encrypt(body), about, at: now });
      if (!callsOutside) requireTime();
      return answer;
    });
  } catch (error) {
    if (!(error instanceof IdempotencyConflict)) throw error;
    const kept = error.reason === 'completed' ? await answers.find(name, since) : undefined;
    if (kept === undefined) throw inProgress();
    return replay(kept, fingerprint, change.decrypt);
  }
};

/** The stored response of the key, if any. @throws HttpRefusal if the key belongs to another request. */
const replayOf = async (
  { answers, clock, encryption }: Deps,
  { secret }: WriteRequest,
  { name, fingerprint }: NonNullable<WriteRequest['named']>,
): Promise<HttpResponse | undefined> => {
  const kept = await answers.find(name, idempotencyCutoff(clock.now()));
  return kept && replay(kept, fingerprint, changeOf(secret, encryption).decrypt);
};

/** How the body of a response is stored. */
const changeOf = (secret: boolean, encryption: Deps['encryption']): Deps['encryption'] =>
  secret ? encryption : { encrypt: (text) => text, decrypt: (text) => text };

const replay = (kept: IdempotencyRecord, fingerprint: string, decrypt: (text: string) => string): HttpResponse => {
  if (kept.fingerprint !== fingerprint) throw reused();
  const body = kept.body === null ? ERASED : decrypt(kept.body);
  return httpResponse(kept.status, body, { ...kept.headers, 'Idempotency-Replayed': 'true' });
};

const reused = (): HttpRefusal => {
  const message = 'was used for a different request; use a new key';
  const errors = [{ header: 'Idempotency-Key', code: 'header.reused', message }];
  return new HttpRefusal(422, 'idempotency_key_reused', `Idempotency-Key ${message}`, { errors });
};

const inProgress = (): HttpRefusal =>
  new HttpRefusal(409, 'idempotency_in_progress', 'The first request with this Idempotency-Key is still in progress.', {
    headers: { 'Retry-After': '1' },
  });

const isKept = (error: unknown, { status }: Problem): boolean =>
  error instanceof DomainError && KEPT_STATUSES.has(status) && !NEVER_KEPT.has(error.code);
