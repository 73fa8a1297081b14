import { conflict } from '#core/shared/domain-error.ts';
import { StalePreparationError } from '#core/shared/unit-of-work.ts';

/** More than any burst of changes needs. */
const MAX_PREPARATIONS = 10;

/** Repeats a task whose preparation was out of date. @throws DomainError `conflict` if it still is. */
export const whileStale = async <T>(task: () => Promise<T>): Promise<T> => {
  for (let preparations = 0; preparations < MAX_PREPARATIONS; preparations += 1) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof StalePreparationError)) throw error;
    }
  }
  throw conflict('What the request depends on changes too often. Try again.');
};
