import { expect } from 'chai';
import sinon from 'sinon';
import { runPeriodically } from '#adapters/system/background-task.ts';
import { aLog } from '../../support/log.ts';

const FAILED = 'task failed; retrying';
const WORKS = 'task recovered';

describe('a background task', () => {
  let clock: sinon.SinonFakeTimers;
  beforeEach(() => {
    clock = sinon.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'performance'],
      shouldClearNativeTimers: true,
    });
  });
  afterEach(() => clock.restore());

  it('runs an interval after its last end, at once on a wake-up, and once more on stop', async () => {
    let runs = 0;
    const count = async (): Promise<void> => {
      runs += 1;
    };
    const task = runPeriodically('a task', 1_000, count, aLog().log);
    task.start();
    await clock.tickAsync(2_500);
    expect(runs).to.equal(2);
    task.wake();
    await clock.tickAsync(0);
    expect(runs).to.equal(3);
    await task.stop();
    expect(runs).to.equal(4);
  });

  it('continues after a failure, logs a lasting one every minute, and logs its recovery', async () => {
    const { log, lines } = aLog();
    let isBroken = true;
    let runs = 0;
    const work = async (): Promise<void> => {
      runs += 1;
      if (isBroken) throw new Error(`failure ${runs}`);
    };
    const task = runPeriodically('a task', 1_000, work, log);
    task.start();
    await clock.tickAsync(59_500);
    expect(runs).to.equal(59);
    expect(lines.map(({ message }) => message)).to.deep.equal([FAILED]);
    await clock.tickAsync(2_000);
    expect(lines.map(({ message }) => message)).to.deep.equal([FAILED, FAILED]);
    isBroken = false;
    await clock.tickAsync(3_000);
    expect(lines.map(({ message }) => message)).to.deep.equal([FAILED, FAILED, WORKS]);
    isBroken = true;
    await clock.tickAsync(1_000);
    expect(lines.map(({ message }) => message)).to.deep.equal([FAILED, FAILED, WORKS, FAILED]);
    await task.stop();
  });
});
