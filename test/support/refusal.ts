import { expect } from 'chai';
import { DomainError } from '#core/shared/domain-error.ts';

/** What the attempt was refused with; fails the test where it was not refused, or by anything else. */
export const refusalOf = async (attempt: Promise<unknown>): Promise<DomainError> => {
  const outcome = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome, 'what was thrown').to.be.instanceOf(DomainError);
  return outcome as DomainError;
};

/** What the function refuses with. */
export const refusalBy = (attempt: () => unknown): Promise<DomainError> => refusalOf((async () => attempt())());
