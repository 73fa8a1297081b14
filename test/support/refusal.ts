import { expect } from 'chai';
import { DomainError } from '#core/shared/domain-error.ts';

/** The error of the attempt; fails the test without one, or with another kind. */
export const refusalOf = async (attempt: Promise<unknown>): Promise<DomainError> => {
  const outcome = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome, 'what was thrown').to.be.instanceOf(DomainError);
  return outcome as DomainError;
};

/** The error of the function. */
export const refusalBy = (attempt: () => unknown): Promise<DomainError> => refusalOf((async () => attempt())());
