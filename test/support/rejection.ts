import { expect } from 'chai';
import { DomainError } from '#core/shared/domain-error.ts';

/** The domain error that the promise rejects with; fails the test without one. */
export const rejectionOf = async (promise: Promise<unknown>): Promise<DomainError> => {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome, 'the rejection').to.be.instanceOf(DomainError);
  return outcome as DomainError;
};

/** The domain error that the function throws. */
export const thrownBy = (act: () => unknown): Promise<DomainError> => rejectionOf((async () => act())());
