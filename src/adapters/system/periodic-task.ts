import type { SystemClock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';
import type { Signals, Topic } from '#core/shared/signals.ts';
import { runPeriodically } from './background-task.ts';

/** A task that runs again and again, in one process at most once at a time. */
export type PeriodicTask = Readonly<{
  /** A noun for log messages. */
  name: string;
  /** The pause between two runs. */
  intervalMs: number;
  run(): Promise<unknown>;
  /** A signal of this topic starts the next run at once. */
  wakeOn?: Topic;
  beforeStart?(): void;
  /** Called before the last run. */
  beforeStop?(): void;
  /** Called after the last run. */
  afterStop?(): Promise<unknown>;
}>;

/** Something that runs between `start` and `stop`. */
export type Service = Readonly<{ start(): void; stop(): Promise<void> }>;

type Deps = Readonly<{ signals: Signals; log: Log }>;

export const scheduleTask = (task: PeriodicTask, { signals, log }: Deps): Service => {
  const periodic = runPeriodically(task.name, task.intervalMs, task.run, log);
  if (task.wakeOn !== undefined) signals.subscribe(task.wakeOn, periodic.wake);
  return {
    start() {
      task.beforeStart?.();
      periodic.start();
    },
    async stop() {
      task.beforeStop?.();
      await periodic.stop();
      await task.afterStop?.();
    },
  };
};

/** After this many batches a task pauses, so that it stops in time even if batches are filled as fast as they are emptied. */
const MAX_BATCHES = 10_000;

/** Repeats a step that processes a batch and returns its size, or one thing and returns whether there was one, until nothing is left. */
export const untilEmpty = (step: () => Promise<number | boolean>) => async (): Promise<void> => {
  for (let batches = 0; batches < MAX_BATCHES && Number(await step()) > 0; batches += 1);
};

const DAY_MS = 24 * 3_600_000;

type Retention = Readonly<{
  days: number;
  /** Removes a batch of what is older than a time and returns its size. */
  from: Readonly<{ removeBefore(time: Date): Promise<number> }>;
  systemClock: SystemClock;
}>;

/** Removes what is older than its retention, every minute. */
export const removalTask = (what: string, { days, from, systemClock }: Retention): PeriodicTask => ({
  name: `removal of ${what}`,
  intervalMs: 60_000,
  run() {
    const end = new Date(systemClock.now().getTime() - days * DAY_MS);
    return untilEmpty(() => from.removeBefore(end))();
  },
});
