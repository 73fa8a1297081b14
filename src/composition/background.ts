import type { Container } from 'inversify';
import { type PeriodicTask, type Service, scheduleTask } from '#adapters/system/periodic-task.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import type { DueWork } from '#core/test-clock/ports.ts';
import { token } from './injection.ts';
import { STORAGE } from './tokens/storage.ts';
import { SYSTEM } from './tokens/system.ts';

type BackgroundWork = PeriodicTask | Service;

type DueTask = PeriodicTask & DueWork;

/** Lists of background work; each capability binds its own. */
export const BACKGROUND = {
  /** Runs in every process: answering requests depends on it. */
  processServices: token<readonly BackgroundWork[]>('ProcessServices'),
  /** Runs in the roles `all` and `worker`. */
  workers: token<readonly BackgroundWork[]>('Workers'),
  /** Runs like `workers`; the test clock runs it too as business time passes, in this order at one time. */
  dueWork: token<readonly DueTask[]>('DueWork'),
};

const traced = (task: PeriodicTask, tracing: Tracing): PeriodicTask => ({
  ...task,
  run: () => tracing.task(task.name, task.run),
});

/** The background work of a process, by its role. */
export const backgroundOf = (container: Container): readonly Service[] => {
  const { role } = container.get(SYSTEM.config);
  const deps = { log: container.get(SYSTEM.log), signals: container.get(STORAGE.signals) };
  const tracing = container.get(SYSTEM.tracing);
  const lists = container.getAll(BACKGROUND.processServices);
  if (role !== 'http') lists.push(...container.getAll(BACKGROUND.workers), ...container.getAll(BACKGROUND.dueWork));
  return lists
    .flat()
    .map((work) => ('run' in work ? scheduleTask(tracing === undefined ? work : traced(work, tracing), deps) : work));
};
