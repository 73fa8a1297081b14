import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import type { Generation } from '../analytics-repository.ts';
import type { AnalyticsTx } from '../ports.ts';
import { countChanges, countSubjects, type Progress } from './count-changes.ts';

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
