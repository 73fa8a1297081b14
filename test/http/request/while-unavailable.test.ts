import { expect } from 'chai';
import { whileUnavailable } from '#adapters/http/idempotency/while-unavailable.ts';
import { conflict, unavailable } from '#core/shared/domain-error.ts';
import type { Transaction, Work } from '#core/storage.ts';

const NO_TRANSACTION = {} as Transaction;

/** A storage that is lost a number of times: before the work, and, as the driver tells it, during the work. */
const lostStorage = (losses: number) => {
  let runs = 0;
  const lost = new Error('Connection terminated unexpectedly');
  const run = async <T>(work: Work<T>): Promise<T> => {
    runs += 1;
    if (runs <= losses && runs % 2 === 1) throw unavailable('The storage is not available.', lost);
    return work(NO_TRANSACTION).catch((error) => {
      throw error === lost ? unavailable('The storage is not available.', error) : error;
    });
  };
  const work: Work<string> = async () => {
    if (runs <= losses) throw lost;
    return 'stored';
  };
  return { run, work, runs: () => runs };
};

describe('recording an external effect', () => {
  it('is repeated while the storage is not available', async () => {
    const { run, work, runs } = lostStorage(3);
    expect(await whileUnavailable(run, work)).to.equal('stored');
    expect(runs()).to.equal(4);
  });

  for (const error of [unavailable('The payment is pending.'), conflict('It was changed.'), new Error('A fault.')])
    it(`is not repeated for an error of the work: ${error.message}`, async () => {
      const { run, runs } = lostStorage(0);
      const failed = await whileUnavailable(run, () => Promise.reject(error)).catch((thrown: unknown) => thrown);
      expect([failed, runs()]).to.deep.equal([error, 1]);
    });
});
