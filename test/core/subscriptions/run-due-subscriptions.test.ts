import { expect } from 'chai';
import { conflict } from '#core/shared/domain-error.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import type { RunDueSubscription, StepResult } from '#core/subscriptions/use-cases/run-due-subscription.ts';
import { makeRunDueSubscriptions } from '#core/subscriptions/use-cases/run-due-subscriptions.ts';
import { clockAtNoon, NOON } from '../../support/builders/builders.ts';
import { aStart } from '../../support/builders/subscription-builders.ts';
import { aLog } from '../../support/log.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

const DAY_MS = 86_400_000;

const DONE: StepResult = { step: 'renew', outcome: 'done' };

/** The run of due subscriptions, whose steps are given. */
const openRun = async (count: number, step: (subscription: Subscription) => Promise<StepResult>) => {
  const { unitOfWork } = await openMemoryStorage();
  const clock = clockAtNoon();
  const logging = aLog();
  const observed: string[] = [];
  const dueSince = (index: number) => new Date(NOON.getTime() - 31 * DAY_MS - index * DAY_MS);
  const all = Array.from({ length: count }, (_, index) => aStart({ at: dueSince(index) }).subscription);
  await unitOfWork.run((tx) => Promise.all(all.map((one) => tx.subscriptions.add(one))));
  /** Stores the step, which is then due no more. */
  const runDue: RunDueSubscription = async ({ subscription: { id } }) => {
    const result = await step(await unitOfWork.run((tx) => tx.subscriptions.get(id)));
    if (result.outcome === 'waiting') return result;
    await unitOfWork.run(async (tx) => {
      const before = await tx.subscriptions.get(id);
      await tx.subscriptions.save({ ...before, status: 'cancelled', version: before.version + 1 });
    });
    return result;
  };
  const observe = ({ step: name, outcome }: Readonly<{ step: string; outcome: string }>) =>
    void observed.push(`${name} ${outcome}`);
  const deps = { unitOfWork, runDue, owner: 'one', log: logging.log, observe, clock, systemClock: clock };
  return { ...makeRunDueSubscriptions(deps), all, clock, observed, lines: logging.lines };
};

describe('the run of due subscriptions', () => {
  it('runs at most 16 steps at once', async () => {
    let [now, most] = [0, 0];
    const shop = await openRun(40, async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now -= 1;
      return DONE;
    });
    await shop.run();
    expect(most).to.equal(16);
    expect(shop.observed).to.deep.equal(Array.from({ length: 40 }, () => 'renew done'));
  });

  it('runs the others when a step fails, and repeats the failed one after 10, 20, 40 … seconds', async () => {
    const attempts: number[] = [];
    let failing: Subscription | undefined;
    const shop = await openRun(3, async ({ id }) => {
      if (id !== failing?.id) return DONE;
      attempts.push((shop.clock.now().getTime() - NOON.getTime()) / 1_000);
      throw new Error('The plan is broken.');
    });
    failing = shop.all[2];
    await shop.run();
    expect(shop.observed.toSorted()).to.deep.equal(['renew done', 'renew done', 'renew failed']);
    for (let second = 0; second < 200; second += 1) {
      shop.clock.advance(1);
      await shop.run();
    }
    expect(attempts).to.deep.equal([0, 10, 30, 70, 150]);
    shop.clock.advance(86_400);
    for (let hour = 0; hour < 9; hour += 1) {
      shop.clock.advance(3_600);
      await shop.run();
    }
    // at most an hour apart
    expect(attempts.slice(-3).map((at, index, { [index - 1]: before = at }) => at - before)).to.deep.equal([
      0, 3_600, 3_600,
    ]);
    expect(shop.lines).to.have.length(attempts.length);
    expect(shop.lines[1]?.fields).to.include({ subscription_id: failing?.id, step: 'renew', failures: 2 });
  });

  it('repeats a step that another process has overtaken, and logs it only if that happens again', async () => {
    const shop = await openRun(1, () => Promise.reject(conflict('It was changed by another request.')));
    await shop.run();
    expect(shop.lines).to.deep.equal([]);
    shop.clock.advance(10);
    await shop.run();
    expect(shop.lines).to.have.length(1);
    expect(shop.observed).to.deep.equal(['renew failed']);
  });

  it('waits for the outcome of a charge without failing', async () => {
    const outcomes: StepResult[] = [{ step: 'charge', outcome: 'waiting' }];
    const shop = await openRun(1, async () => outcomes.shift() ?? DONE);
    await shop.run();
    shop.clock.advance(10);
    await shop.run();
    expect(shop.observed).to.deep.equal(['charge waiting', 'renew done']);
    expect(shop.lines).to.deep.equal([]);
  });

  it('starts nothing more when it is stopped, and ends what it has started', async () => {
    let finished = 0;
    const shop = await openRun(40, async () => {
      shop.stop();
      await new Promise((resolve) => setTimeout(resolve, 5));
      finished += 1;
      return DONE;
    });
    await shop.run();
    expect(finished).to.equal(16);
    await shop.run();
    expect(finished).to.equal(16);
  });

  it('waits for the steps of an earlier call', async () => {
    let finished = 0;
    const shop = await openRun(2, async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      finished += 1;
      return DONE;
    });
    void shop.run();
    await shop.run();
    expect(finished).to.equal(2);
  });
});
