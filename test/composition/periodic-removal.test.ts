import { expect } from 'chai';
import { periodicRemoval } from '#composition/periodic-removal.ts';
import { aLog } from '../support/log.ts';

const NOW = new Date('2026-03-31T12:00:00Z');

describe('periodic removal', () => {
  it('removes expired rows in batches until none is left', async () => {
    const { log, lines } = aLog();
    const pieces = [5_000, 5_000, 12, 0];
    const ends: string[] = [];
    const from = {
      removeBefore: async (time: Date): Promise<number> => {
        ends.push(time.toISOString());
        return pieces.shift() ?? 0;
      },
    };
    const removal = periodicRemoval('old things', { days: 30, from }, { clock: { now: () => NOW }, log });
    removal.start();
    await removal.stop();
    expect(ends).to.deep.equal(Array.from({ length: 4 }, () => '2026-03-01T12:00:00.000Z'));
    expect(lines).to.deep.equal([]);
  });
});
