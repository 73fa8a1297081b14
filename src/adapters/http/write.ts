import { type AnswerQueries, type KeptAnswer, keptSince, NameTaken, type RequestName } from '#core/shared/answers.ts';
import type { Clock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { ID_SUFFIX } from '#core/shared/id.ts';
import type { UnitOfWork, Work } from '#core/unit-of-work.ts';
import { HttpRefusal, PROBLEM_TYPE, type Problem } from './problem.ts';
import { type Rendered, render, rendered } from './rendered.ts';
import type { Answer } from './route.ts';

/** A writing request as the idempotency and the rehearsal of it need to know it. */
export type Writing = Readonly<{
  /** Does what comes before the transaction, and gives the work. */
  prepare: () => Promise<Work<Answer>> | Work<Answer>;
  /** Whether the preparation itself has effects, so that a request that was answered before must not come to it. */
  callsOutside: boolean;
  dryRun: boolean;
  /** From `Idempotency-Key`, with what tells this request from another of the same name. */
  named?: Readonly<{ name: RequestName; fingerprint: string }> | undefined;
  /** Whether the kept answer is to be encrypted. */
  secret: boolean;
  toProblem: (error: unknown) => Problem;
  /** Throws once the client has been told that it took too long: nothing may be committed then. */
  requireTime: () => void;
}>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  answers: AnswerQueries;
  clock: Clock;
  sealer: Readonly<{ seal(text: string): string; open(sealed: string): string }>;
}>;

/** What an answer may be about that somebody's erasure erases. */
const PERSONAL_ID = new RegExp(`(?:usr|ord|pay)_${ID_SUFFIX}`, 'g');

/** What is left of an answer that told of somebody who was erased. */
const ERASED = JSON.stringify({ object: 'erased_answer' });

/** Refusals after the work began, which its repetition is given again; others may be tried again as if new. */
const KEPT_STATUSES = new Set([402, 404, 409, 412]);
const NEVER_KEPT = new Set(['idempotency_in_progress', 'conflict']);

/** Runs a writing request's work with its idempotency record in the same transaction, or rehearses it. */
export const makeWrite =
  (deps: Deps) =>
  async (writing: Writing): Promise<Rendered> => {
    if (writing.dryRun) return rehearse(deps.unitOfWork, await writing.prepare());
    if (writing.named === undefined) return runUnnamed(deps, writing, await writing.prepare());
    const before = writing.callsOutside ? await replayOf(deps, writing, writing.named) : undefined;
    if (before !== undefined) return before;
    try {
      const work = await prepared(writing);
      return await runNamed(deps, writing, writing.named, async (tx) => render(await work(tx)));
    } catch (error) {
      const problem = writing.toProblem(error);
      if (!isKept(error, problem)) throw error;
      const refusal = rendered(problem.status, JSON.stringify(problem.body), { 'Content-Type': PROBLEM_TYPE });
      return runNamed(deps, writing, writing.named, async () => refusal);
    }
  };

/** What is prepared outside the transaction may find that the request was there before. */
const prepared = async ({ prepare }: Writing): Promise<Work<Answer>> => {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof NameTaken)) throw error;
    throw error.by === 'another' ? reused() : inProgress();
  }
};

const rehearse = (unitOfWork: UnitOfWork, work: Work<Answer>): Promise<Rendered> =>
  unitOfWork.rehearse(async (tx) => {
    const { status, body = {} } = await work(tx);
    const resource = typeof body === 'string' ? (JSON.parse(body) as object) : body;
    return render({
      status: status === 204 ? 200 : status,
      body: { ...resource, dry_run: true, events: tx.events.appended },
    });
  });

const runUnnamed = (
  { unitOfWork }: Deps,
  { requireTime, callsOutside }: Writing,
  work: Work<Answer>,
): Promise<Rendered> =>
  unitOfWork.run(async (tx) => {
    const answer = render(await work(tx));
    // what was done outside is recorded, whoever waits for it
    if (!callsOutside) requireTime();
    return answer;
  });

const runNamed = async (
  { unitOfWork, answers, clock, sealer }: Deps,
  { secret, requireTime, callsOutside }: Writing,
  { name, fingerprint }: NonNullable<Writing['named']>,
  work: Work<Rendered>,
): Promise<Rendered> => {
  const now = clock.now();
  const since = keptSince(now);
  const change = changeOf(secret, sealer);
  try {
    return await unitOfWork.run(async (tx) => {
      await tx.answers.take(name, since);
      const answer = await work(tx);
      const { status, headers, body } = answer;
      const about = [...new Set(body.match(PERSONAL_ID))];
      await tx.answers.keep(name, { fingerprint, status, headers, body: change.seal(body), about, at: now });
      if (!callsOutside) requireTime();
      return answer;
    });
  } catch (error) {
    if (!(error instanceof NameTaken)) throw error;
    const kept = error.by === 'answered' ? await answers.find(name, since) : undefined;
    if (kept === undefined) throw inProgress();
    return replay(kept, fingerprint, change.open);
  }
};

/** The answer that was given to the request before, if it was. @throws HttpRefusal where that was another request. */
const replayOf = async (
  { answers, clock, sealer }: Deps,
  { secret }: Writing,
  { name, fingerprint }: NonNullable<Writing['named']>,
): Promise<Rendered | undefined> => {
  const kept = await answers.find(name, keptSince(clock.now()));
  return kept && replay(kept, fingerprint, changeOf(secret, sealer).open);
};

/** How the body of an answer is kept. */
const changeOf = (secret: boolean, sealer: Deps['sealer']): Deps['sealer'] =>
  secret ? sealer : { seal: (text) => text, open: (text) => text };

const replay = (kept: KeptAnswer, fingerprint: string, open: (text: string) => string): Rendered => {
  if (kept.fingerprint !== fingerprint) throw reused();
  const body = kept.body === null ? ERASED : open(kept.body);
  return rendered(kept.status, body, { ...kept.headers, 'Idempotency-Replayed': 'true' });
};

const reused = (): HttpRefusal => {
  const message = 'was used for another request before; use a new one';
  const errors = [{ header: 'Idempotency-Key', code: 'header.reused', message }];
  return new HttpRefusal(422, 'idempotency_key_reused', `Idempotency-Key ${message}`, { errors });
};

const inProgress = (): HttpRefusal =>
  new HttpRefusal(409, 'idempotency_in_progress', 'The first request with this Idempotency-Key is still running.', {
    headers: { 'Retry-After': '1' },
  });

const isKept = (error: unknown, { status }: Problem): boolean =>
  error instanceof DomainError && KEPT_STATUSES.has(status) && !NEVER_KEPT.has(error.code);
