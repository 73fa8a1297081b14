// Why: docs/decisions/0043-figures.md

import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import { Entry } from '../entry.ts';
import { StartCache } from '../interval.ts';
import type { AnalyticsTx, Generation, SubjectId } from '../ports.ts';
import { Rollup } from '../rollup.ts';
import { entriesOf } from './entries-of.ts';

/** How many events a transaction counts at most. */
const MAX_EVENTS = 1_000;

/** How many subjects of a new generation a transaction counts at most. */
const MAX_SUBJECTS = 500;

/** How far a step came: `busy` while another transaction counts. */
export type Progress = 'more' | 'done' | 'busy';

/** Counts what has changed since the generation's position, which moves in the same transaction. */
export const countChanges =
  (number: number): Work<Progress, AnalyticsTx> =>
  async (tx) => {
    const generation = await tx.analytics.claim(number);
    if (generation === undefined) return 'busy';
    const { subjects, position } = await tx.analytics.changedAfter(generation.position, MAX_EVENTS);
    if (position === generation.position) return 'done';
    await recount(tx, generation, subjects);
    await tx.analytics.saveGeneration({ ...generation, position });
    // a batch that is not full was all: what has come meanwhile is counted together with the next changes
    return position - generation.position < MAX_EVENTS ? 'done' : 'more';
  };

/** Counts the next subjects of a generation that is built. */
export const countSubjects =
  (number: number): Work<Progress, AnalyticsTx> =>
  async (tx) => {
    const generation = await tx.analytics.claim(number);
    if (generation === undefined) return 'busy';
    const subjects = await tx.analytics.subjectsAfter(generation.lastSubject, MAX_SUBJECTS);
    const lastSubject = subjects.at(-1);
    if (lastSubject === undefined) return 'done';
    await recount(tx, generation, subjects);
    await tx.analytics.saveGeneration({ ...generation, lastSubject, counted: generation.counted + subjects.length });
    return 'more';
  };

/** Replaces what subjects add to the figures by what their rows say now: repeating it changes nothing. */
const recount = async (tx: AnalyticsTx, generation: Generation, subjects: readonly SubjectId[]): Promise<void> => {
  const { analytics } = tx;
  const { number, timeZone } = generation;
  const starts = new StartCache(timeZone);
  const { ids, entries: after, labels } = await entriesOf(tx, { number, starts }, subjects);
  const before = await analytics.entries(number, ids);
  const changed = ids.filter((id) => !isSame(before.get(id) ?? [], after.get(id) ?? []));
  if (changed.length === 0) return;
  const entriesIn = (entries: ReadonlyMap<SubjectId, readonly Entry[]>): Entry[] =>
    changed.flatMap((id) => entries.get(id) ?? []);
  await analytics.count(number, {
    entries: new Map(changed.map((id) => [id, after.get(id) ?? []])),
    replaced: changed.filter((id) => before.has(id)),
    labels,
    changes: Rollup.changes({ before: entriesIn(before), after: entriesIn(after) }, starts),
  });
};

const isSame = (a: readonly Entry[], b: readonly Entry[]): boolean =>
  a.length === b.length && a.every((entry, index) => Entry.isSame(entry, b[index]));

/** The next transaction of a generation: it counts changes, goes on with building it, or removes rows of a retired one. */
export const stepGeneration = async (
  unitOfWork: UnitOfWork<AnalyticsTx>,
  { number, status }: Pick<Generation, 'number' | 'status'>,
): Promise<Progress> => {
  if (status === 'retired') {
    const isLeft = await unitOfWork.run((tx) => tx.analytics.removeSome(number));
    return isLeft ? 'more' : 'done';
  }
  if (status === 'current') return unitOfWork.run(countChanges(number));
  const built = await unitOfWork.run(buildFurther(number));
  return built === 'done' ? unitOfWork.run(completeGeneration(number)) : built;
};

/** Another process may have completed it meanwhile. */
const buildFurther =
  (number: number): Work<Progress, AnalyticsTx> =>
  async (tx) => {
    const generation = await tx.analytics.claim(number);
    return generation?.status === 'building' ? countSubjects(number)(tx) : 'busy';
  };

/** Counts what has changed since the generation was begun, and shows its figures from then on. */
const completeGeneration =
  (number: number): Work<Progress, AnalyticsTx> =>
  async (tx) => {
    const progress = await countChanges(number)(tx);
    if (progress !== 'done') return progress;
    const generation = await tx.analytics.claim(number);
    if (generation?.status !== 'building') return 'busy';
    for (const former of await tx.analytics.generations()) {
      if (former.status === 'current') await tx.analytics.saveGeneration({ ...former, status: 'retired' });
    }
    await tx.analytics.saveGeneration({ ...generation, status: 'current', lastSubject: null });
    return 'more';
  };
