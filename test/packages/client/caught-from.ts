/** What a promise rejects with; fails the test if it does not reject. */
export const caughtFrom = async (promise: Promise<unknown>): Promise<unknown> => {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  if (outcome === undefined) throw new Error('The promise has not rejected.');
  return outcome.error;
};
