// Why: docs/decisions/0040-billing-run.md

import { type Clocks, momentOf } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { Lease } from '#core/shared/lease.ts';
import type { Log } from '#core/shared/log.ts';
import { StalePreparationError, type UnitOfWork } from '#core/shared/unit-of-work.ts';
import { BillContext, type NextBillContext } from '../bill-context.ts';
import type { ClaimedSubscription, SubscriptionsTx } from '../ports.ts';
import { nextStepOf } from '../subscription-schedule.ts';
import type { RunDueSubscription, StepResult } from './run-due-subscription.ts';

/** Runs the due steps of subscriptions, several at once. Several processes may run it. */
export type RunDueSubscriptions = Readonly<{
  /** Resolves once nothing is due that this process can lease. A later call waits for an earlier one. */
  run(): Promise<void>;
  /** Starts nothing more: a run ends with the steps that it has started. */
  stop(): void;
}>;

/** The steps of one process at once: a gateway's latency delays this many, and connections stay for requests. */
const MAX_CONCURRENT = 16;

/** A process that is busy claims at least this many together. */
const MIN_CLAIM = 4;

const FIRST_BACKOFF_MS = 10_000;

const MAX_BACKOFF_MS = 3_600_000;

type Deps = Clocks &
  Readonly<{
    unitOfWork: UnitOfWork<SubscriptionsTx>;
    runDue: RunDueSubscription;
    /** Identifies this process. */
    owner: string;
    log: Log;
    /** Called for every step. */
    observe: (ran: Readonly<{ step: StepResult['step']; outcome: StepResult['outcome'] | 'failed' }>) => void;
  }>;

type ReadSubscription = ClaimedSubscription & Readonly<{ context: NextBillContext }>;

export const makeRunDueSubscriptions = ({
  unitOfWork,
  runDue,
  owner,
  log,
  observe,
  ...clocks
}: Deps): RunDueSubscriptions => {
  const running = new Set<Promise<void>>();
  let isStopping = false;
  let last: Promise<void> = Promise.resolve();

  const postpone = async ({ subscription: { id }, failureCount }: ClaimedSubscription): Promise<void> => {
    const until = Lease.end(clocks.systemClock.now(), backoffMs(failureCount));
    await unitOfWork.run((tx) => tx.subscriptions.postpone(id, { owner, until }));
  };

  const runOne = async (claimed: ReadSubscription, lease: Lease): Promise<void> => {
    const { subscription, failureCount, context } = claimed;
    try {
      const { step, outcome } = await runDue({ subscription, lease, context });
      observe({ step, outcome });
      if (outcome === 'waiting') await postpone(claimed);
    } catch (error) {
      const step = nextStepOf(subscription)?.step ?? 'none';
      const about = { subscription_id: subscription.id, step, failures: failureCount + 1 };
      if (failureCount > 0 || !isOvertaken(error)) {
        log.error({ err: error, ...about }, 'a step of a subscription failed; retrying');
        observe({ step, outcome: 'failed' });
      }
      // otherwise it is due again when the lease ends
      await postpone(claimed).catch((err: unknown) => log.warn({ err, ...about }, 'a subscription was not postponed'));
    }
  };

  /** Claims as many as can be started, and reads what their bills need. */
  const start = async (): Promise<number> => {
    const { business, system } = momentOf(clocks);
    const lease = Lease.request(owner, system);
    const limit = MAX_CONCURRENT - running.size;
    const claimed = await unitOfWork.run(async (tx) => {
      const due = await tx.subscriptions.claimDue(business, lease, limit);
      return Promise.all(
        due.map(async (one) => ({ ...one, context: await BillContext.readNext(tx, one.subscription) })),
      );
    });
    for (const one of claimed) {
      const settled = runOne(one, { owner, until: lease.until }).finally(() => running.delete(settled));
      running.add(settled);
    }
    return claimed.length;
  };

  const runAll = async (): Promise<void> => {
    try {
      while (!isStopping) {
        const started = await start();
        if (started === 0 && running.size === 0) return;
        // a step that ends may make another one due
        if (started === 0) await Promise.race(running);
        while (running.size > MAX_CONCURRENT - MIN_CLAIM) await Promise.race(running);
      }
    } finally {
      await Promise.all(running);
    }
  };

  return {
    run() {
      last = last.catch(() => {}).then(runAll);
      return last;
    },
    stop() {
      isStopping = true;
    },
  };
};

/** Another process was faster, or usage was recorded meanwhile. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof StalePreparationError || (error instanceof DomainError && error.kind === 'conflict');

/** 10, 20, 40 … seconds, at most an hour. */
const backoffMs = (failureCount: number): number =>
  Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(failureCount, 20));
