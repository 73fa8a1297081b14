import type { SystemClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { ID_SUFFIX } from '#core/shared/id.ts';
import {
  IdempotencyConflict,
  type IdempotencyKey,
  type IdempotencyQueries,
  type IdempotencyRecord,
  idempotencyCutoff,
} from '#core/shared/idempotency.ts';
import type { UnitOfWork, Work } from '#core/storage.ts';
import { type HttpResponse, httpResponse, toHttpResponse } from '../responses/http-response.ts';
import { PROBLEM_TYPE, type Problem } from '../responses/problem.ts';
import type { ApiResponse, RequestIdempotency } from '../routing/route.ts';
import { conflictProblem, inProgress, reused } from './key-problems.ts';
import { whileStale } from './while-stale.ts';
import { whileUnavailable } from './while-unavailable.ts';

/** A write request, as idempotency and dry run see it. */
export type WriteRequest = Readonly<{
  /** Prepares outside the transaction and returns its work. */
  prepare: () => Promise<Work<ApiResponse>> | Work<ApiResponse>;
  /** Whether the preparation has external effects, so that a completed request must not repeat it. */
  hasExternalEffects: boolean;
  /** Whether the key is reserved in all processes before the preparation, and a completed request does not repeat it. */
  reservesKey: boolean;
  /** Whether the work is rolled back. */
  isDryRun: boolean;
  idempotency: RequestIdempotency | undefined;
  /** The members of the response that are secrets: a stored response with one is encrypted, and a dry run omits them. */
  secretMembers: readonly string[] | undefined;
  toProblem: (error: unknown) => Problem;
  /**
   * Throws after the deadline: the client has received a timeout, so nothing may be committed. Before it, gives the
   * commit more time.
   */
  beginCommit: () => void;
}>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  records: IdempotencyQueries;
  systemClock: SystemClock;
  encryption: Readonly<{ encrypt(text: string): string; decrypt(encrypted: string): string }>;
}>;

/** Ids by which an erasure finds the responses that mention a person. */
const PERSONAL_ID = new RegExp(`(?:usr|ord|pay|wdr|inv|cn|cart|chk)_${ID_SUFFIX}`, 'g');

/** The body of a response that was erased. */
const ERASED = JSON.stringify({ object: 'erased_answer' });

/** Errors that are stored and replayed; after others the request may be repeated as new. */
const STORED_STATUSES = new Set([402, 404, 409, 412]);
const NEVER_STORED = new Set(['idempotency_in_progress', 'conflict']);

/** Runs a write request with its idempotency record in one transaction, or as a dry run. */
export const makeWrite = (deps: Deps) => {
  const oneByOne = makeOneByOne();
  return async (request: WriteRequest): Promise<HttpResponse> => {
    if (request.isDryRun) return dryRun(deps.unitOfWork, request, await request.prepare());
    const { idempotency } = request;
    if (idempotency === undefined) return whileStale(async () => run(deps, request, await request.prepare()));
    const runRequest = (): Promise<HttpResponse> => whileStale(() => prepareAndRun(deps, { ...request, idempotency }));
    const write = request.reservesKey ? () => whileReserved(deps, idempotency.key, runRequest) : runRequest;
    // otherwise the key is claimed in the transaction, after what the preparation does
    return isReplayedFirst(request) ? oneByOne(JSON.stringify(idempotency.key), write) : write();
  };
};

/** Whether the record of a completed request is looked up before the preparation, which it must not repeat. */
const isReplayedFirst = ({ hasExternalEffects, reservesKey }: WriteRequest): boolean =>
  hasExternalEffects || reservesKey;

/** Runs one task under a key at a time in this process. @throws HttpError while another runs. */
const makeOneByOne = () => {
  const running = new Set<string>();
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    if (running.has(key)) throw inProgress();
    running.add(key);
    try {
      return await task();
    } finally {
      running.delete(key);
    }
  };
};

/** Longer than any preparation takes: only the reservation of an ended process lasts until its end. */
const RESERVATION_MS = 60_000;

/** Runs a task while its key is reserved. @throws HttpError while another request has it. */
const whileReserved = async <T>(
  { records, systemClock }: Deps,
  key: IdempotencyKey,
  task: () => Promise<T>,
): Promise<T> => {
  const at = systemClock.now();
  const until = new Date(at.getTime() + RESERVATION_MS);
  if (!(await records.reserve(key, { at, until }))) throw inProgress();
  try {
    return await task();
  } finally {
    await records.release(key, until);
  }
};

const prepareAndRun = async (deps: Deps, request: IdempotentWrite): Promise<HttpResponse> => {
  const stored = isReplayedFirst(request) ? await findStored(deps, request) : undefined;
  if (stored !== undefined) return stored;
  try {
    const work = await prepare(request);
    const respond: Work<HttpResponse> = async (tx) => toHttpResponse(await work(tx));
    const store = (response: typeof respond) => runOnce(deps, request, response);
    return await (request.hasExternalEffects ? whileUnavailable(store, respond) : store(respond));
  } catch (error) {
    const problem = request.toProblem(error);
    if (!isStored(error, problem)) {
      // the request may have succeeded before what it depends on has changed
      const earlier = isReplayedFirst(request) ? undefined : await findStored(deps, request);
      if (earlier !== undefined) return earlier;
      throw error;
    }
    const response = httpResponse(problem.status, JSON.stringify(problem.body), { 'Content-Type': PROBLEM_TYPE });
    return runOnce(deps, request, async () => response);
  }
};

/** A write request with an idempotency key. */
type IdempotentWrite = WriteRequest & Readonly<{ idempotency: RequestIdempotency }>;

/** The preparation may find that the key is in use or reused. */
const prepare = async ({ prepare: prepareWork }: WriteRequest): Promise<Work<ApiResponse>> => {
  try {
    return await prepareWork();
  } catch (error) {
    throw error instanceof IdempotencyConflict ? conflictProblem(error) : error;
  }
};

const dryRun = (
  unitOfWork: UnitOfWork,
  { secretMembers = [] }: WriteRequest,
  work: Work<ApiResponse>,
): Promise<HttpResponse> =>
  unitOfWork.dryRun(async (tx) => {
    const { status, body = {}, emits = tx.events.appendedTypes } = await work(tx);
    const parsed = typeof body === 'string' ? (JSON.parse(body) as object) : body;
    const shown = Object.entries(parsed).filter(([member]) => !secretMembers.includes(member));
    const resource = Object.fromEntries(shown);
    return toHttpResponse({
      status: status === 204 ? 200 : status,
      body: { ...resource, dry_run: true, emits },
    });
  });

const run = (
  { unitOfWork }: Deps,
  { beginCommit, hasExternalEffects }: WriteRequest,
  work: Work<ApiResponse>,
): Promise<HttpResponse> =>
  unitOfWork.run(async (tx) => {
    const response = toHttpResponse(await work(tx));
    // external effects are recorded even after a timeout
    if (!hasExternalEffects) beginCommit();
    return response;
  });

/** Runs the work and stores its response under the key, or replays the stored response. */
const runOnce = async (
  { unitOfWork, records, systemClock, encryption }: Deps,
  { secretMembers, beginCommit, hasExternalEffects, idempotency }: IdempotentWrite,
  work: Work<HttpResponse>,
): Promise<HttpResponse> => {
  const { key, fingerprint } = idempotency;
  const now = systemClock.now();
  const since = idempotencyCutoff(now);
  const { encrypt, decrypt } = bodyEncryption(secretMembers, encryption);
  try {
    return await unitOfWork.run(async (tx) => {
      await tx.idempotency.claim(key, since);
      const response = await work(tx);
      const { status, headers, body } = response;
      const mentionedIds = [...new Set(body.match(PERSONAL_ID))];
      await tx.idempotency.complete(key, { fingerprint, status, headers, body: encrypt(body), mentionedIds, at: now });
      if (!hasExternalEffects) beginCommit();
      return response;
    });
  } catch (error) {
    if (!(error instanceof IdempotencyConflict)) throw error;
    const record = error.reason === 'completed' ? await records.find(key, since) : undefined;
    if (record === undefined) throw inProgress();
    return replay(record, idempotency, decrypt);
  }
};

/** The stored response of the key, if any. @throws HttpError if the key belongs to another request. */
const findStored = async (
  { records, systemClock, encryption }: Deps,
  { secretMembers, idempotency }: IdempotentWrite,
): Promise<HttpResponse | undefined> => {
  const record = await records.find(idempotency.key, idempotencyCutoff(systemClock.now()));
  return record && replay(record, idempotency, bodyEncryption(secretMembers, encryption).decrypt);
};

/** How the body of a response is stored: as it is, unless it has a secret. JSON and an encrypted text start differently. */
const bodyEncryption = (names: readonly string[] | undefined, encryption: Deps['encryption']): Deps['encryption'] => ({
  encrypt: (body) => (names?.some((name) => hasMember(body, name)) ? encryption.encrypt(body) : body),
  decrypt: (body) => (body === '' || body.startsWith('{') ? body : encryption.decrypt(body)),
});

/** Whether the text has a member of the name anywhere. */
const hasMember = (body: string, name: string): boolean => body.includes(`${JSON.stringify(name)}:`);

const replay = (
  record: IdempotencyRecord,
  { fingerprint, formerFingerprints }: RequestIdempotency,
  decrypt: (text: string) => string,
): HttpResponse => {
  if (![fingerprint, ...formerFingerprints].includes(record.fingerprint)) throw reused();
  const body = record.body === null ? ERASED : decrypt(record.body);
  return httpResponse(record.status, body, { ...record.headers, 'Idempotency-Replayed': 'true' });
};

const isStored = (error: unknown, { status }: Problem): boolean =>
  error instanceof DomainError && STORED_STATUSES.has(status) && !NEVER_STORED.has(error.code);
