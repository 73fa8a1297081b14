import { expect } from 'chai';
import { removalTask, scheduleTask } from '#adapters/system/periodic-task.ts';
import type { Topic } from '#core/shared/signals.ts';
import { clockAt } from '../../support/builders/builders.ts';
import { eventually } from '../../support/eventually.ts';
import { aLog } from '../../support/log.ts';

const NOW = new Date('2026-03-31T12:00:00Z');

const aSignals = () => {
  const listeners: [Topic, () => void][] = [];
  return {
    subscribe: (topic: Topic, listener: () => void) => void listeners.push([topic, listener]),
    announce: (topic: Topic) => {
      for (const [subscribed, listener] of listeners) if (subscribed === topic) listener();
    },
  };
};

describe('a periodic task', () => {
  it('runs at once at a signal of its topic, and at no other signal', async () => {
    const [{ log }, signals] = [aLog(), aSignals()];
    let runs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
    };
    const service = scheduleTask({ name: 'a task', intervalMs: 60_000, run, wakeOn: 'events' }, { signals, log });
    service.start();
    signals.announce('deliveries');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(runs).to.equal(0);
    signals.announce('events');
    await eventually('it has run', async () => runs === 1);
    await service.stop();
  });

  it('calls its hooks before the start, before the last run and after it', async () => {
    const calls: string[] = [];
    const note = (call: string) => async (): Promise<void> => void calls.push(call);
    const hooks = { beforeStart: note('start'), beforeStop: note('stop'), afterStop: note('stopped') };
    const task = { name: 'a task', intervalMs: 60_000, run: note('run'), ...hooks };
    const service = scheduleTask(task, { signals: aSignals(), log: aLog().log });
    service.start();
    await service.stop();
    expect(calls).to.deep.equal(['start', 'stop', 'run', 'stopped']);
  });
});

describe('a removal task', () => {
  it('removes batches until none is older than the retention', async () => {
    const { log, lines } = aLog();
    const counts = [5_000, 5_000, 12, 0];
    const ends: string[] = [];
    const from = {
      removeBefore: async (time: Date): Promise<number> => {
        ends.push(time.toISOString());
        return counts.shift() ?? 0;
      },
    };
    const removal = removalTask('old things', { days: 30, from, systemClock: clockAt(NOW) });
    const service = scheduleTask(removal, { signals: aSignals(), log });
    service.start();
    await service.stop();
    expect(ends).to.deep.equal(Array.from({ length: 4 }, () => '2026-03-01T12:00:00.000Z'));
    expect(lines).to.deep.equal([]);
  });
});
