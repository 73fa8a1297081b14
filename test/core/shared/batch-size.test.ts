import { expect } from 'chai';
import { BatchSize, MAX_BATCH_CHARACTERS } from '#core/shared/batch-size.ts';

describe('the size of a batch', () => {
  const rows = (count: number, characters: number): string[] =>
    Array.from({ length: count }, () => 'x'.repeat(characters));

  it('doubles while rows are small, up to a hundred', () => {
    const size = new BatchSize();
    const limits = Array.from({ length: 5 }, () => {
      const { limit } = size;
      size.adapt(rows(limit, 100));
      return limit;
    });
    expect(limits).to.deep.equal([10, 20, 40, 80, 100]);
  });

  it('follows from the rows that were read last, and is at least one', () => {
    const size = new BatchSize();
    size.adapt(rows(10, MAX_BATCH_CHARACTERS / 4));
    expect(size.limit).to.equal(4);
    size.adapt(rows(4, 2 * MAX_BATCH_CHARACTERS));
    expect(size.limit).to.equal(1);
    size.adapt([]);
    expect(size.limit).to.equal(1);
  });
});
