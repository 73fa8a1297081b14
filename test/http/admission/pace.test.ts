import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect } from 'chai';
import { makePace, type Pace } from '#adapters/http/admission/pace.ts';

/** The units of an iteration, of a client that is alone and of one beside others. */
const UNITS = 32;
const FEW_UNITS = 8;

describe('the pace of a client', () => {
  let pace: Pace;
  let begun: string[];
  let isAlone: boolean;

  beforeEach(() => {
    isAlone = true;
    pace = makePace(() => isAlone);
    begun = [];
  });

  const begin = async (name: string, client: string, units = 1): Promise<void> => {
    const waiting = pace(client, units);
    if (waiting !== undefined) await waiting;
    begun.push(name);
  };

  const beginMany = (count: number, client: string): void => {
    for (let index = 0; index < count; index += 1) void begin(`${client}${index}`, client);
  };

  it('allows so many small requests in an iteration, in their order', async () => {
    beginMany(2 * UNITS + 1, 'a');
    expect(begun).to.have.length(UNITS);
    await nextIteration();
    expect(begun).to.have.length(2 * UNITS);
    await nextIteration();
    expect(begun).to.deep.equal(Array.from({ length: 2 * UNITS + 1 }, (_, index) => `a${index}`));
  });

  it('allows fewer while others have requests in progress', async () => {
    beginMany(UNITS, 'a');
    isAlone = false;
    beginMany(UNITS, 'b');
    expect(begun).to.have.length(UNITS + FEW_UNITS);
    await nextIteration();
    expect(begun).to.have.length(UNITS + 2 * FEW_UNITS);
    isAlone = true;
    await nextIteration();
    expect(begun).to.have.length(2 * UNITS);
  });

  it('is of each client by itself', () => {
    beginMany(UNITS + 1, 'a');
    void begin('b', 'b');
    expect(begun.at(-1)).to.equal('b');
  });

  it('makes up for work of more units in the iterations that follow', async () => {
    void begin('large', 'a', 2 * UNITS + 1);
    void begin('small', 'a');
    expect(begun).to.deep.equal(['large']);
    await nextIteration();
    expect(begun).to.deep.equal(['large']);
    await nextIteration();
    expect(begun).to.deep.equal(['large', 'small']);
  });

  it('is the full one again after a pause', async () => {
    beginMany(UNITS, 'a');
    await nextIteration();
    await nextIteration();
    beginMany(UNITS, 'a');
    expect(begun).to.have.length(2 * UNITS);
  });
});
