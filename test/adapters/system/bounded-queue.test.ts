import { expect } from 'chai';
import { makeBoundedQueue } from '#adapters/system/bounded-queue.ts';
import { aGate } from '../../support/gate.ts';
import { rejectionOf } from '../../support/rejection.ts';

/** A queue with tasks that report their start and end on request. */
const aQueue = (limits: { atOnce: number; mostWaiting: number }) => {
  const inTurn = makeBoundedQueue(limits);
  const begun: string[] = [];
  const start = (name: string) => {
    const { opened, open } = aGate();
    const outcome = inTurn(async () => {
      begun.push(name);
      await opened;
      return name;
    });
    const end = async () => {
      open();
      await outcome;
      // until the next task has started
      await new Promise(setImmediate);
    };
    return { outcome, end };
  };
  return { inTurn, begun, start };
};

describe('a bounded queue', () => {
  it('limits concurrency and runs the rest first in, first out', async () => {
    const { begun, start } = aQueue({ atOnce: 2, mostWaiting: 2 });
    const [first, second, third, fourth] = [start('a'), start('b'), start('c'), start('d')] as const;
    await new Promise(setImmediate);
    expect(begun.join('')).to.equal('ab');
    await second.end();
    expect(begun.join('')).to.equal('abc');
    await first.end();
    expect(begun.join('')).to.equal('abcd');
    await third.end();
    await fourth.end();
    expect(await Promise.all([first, second, third, fourth].map(({ outcome }) => outcome))).to.deep.equal([...'abcd']);
  });

  it('rejects tasks when the waiting list is full and accepts them again afterwards', async () => {
    const { begun, start } = aQueue({ atOnce: 1, mostWaiting: 1 });
    const [running, waiting] = [start('a'), start('b')];
    expect(await rejectionOf(start('c').outcome)).to.include({ kind: 'unavailable', code: 'unavailable' });
    await running.end();
    const next = start('d');
    expect(await rejectionOf(start('e').outcome)).to.include({ kind: 'unavailable' });
    for (const task of [waiting, next]) await task.end();
    await start('f').end();
    expect(begun.join('')).to.equal('abdf');
  });

  it('rejects tasks at once when nothing may wait', async () => {
    const { start } = aQueue({ atOnce: 1, mostWaiting: 0 });
    const running = start('a');
    expect(await rejectionOf(start('b').outcome)).to.include({ kind: 'unavailable' });
    await running.end();
    expect(await start('c').end()).to.equal(undefined);
  });

  it('continues after a failing task and reports the failure', async () => {
    const { inTurn, begun, start } = aQueue({ atOnce: 1, mostWaiting: 1 });
    const failing = inTurn(async () => Promise.reject(new Error('out of memory')));
    const next = start('a');
    expect(await failing.catch(({ message }: Error) => message)).to.equal('out of memory');
    await next.end();
    await start('b').end();
    expect(begun.join('')).to.equal('ab');
  });

  it('never exceeds its concurrency for any sequence of tasks', async () => {
    const inTurn = makeBoundedQueue({ atOnce: 3, mostWaiting: 100 });
    let [running, most] = [0, 0];
    const task = (index: number) =>
      inTurn(async () => {
        running += 1;
        most = Math.max(most, running);
        for (let turn = 0; turn < index % 4; turn += 1) await new Promise(setImmediate);
        running -= 1;
        if (index % 5 === 0) throw new Error('out of memory');
      });
    await Promise.allSettled(Array.from({ length: 100 }, (_, index) => task(index)));
    expect({ running, most }).to.deep.equal({ running: 0, most: 3 });
  });
});
