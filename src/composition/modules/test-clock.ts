import { setTimeout as sleep } from 'node:timers/promises';
import { testClockRoutes } from '#adapters/http/test-clock/routes.ts';
import type { AdvancedClock } from '#adapters/system/advanced-clock.ts';
import type { TestClockQueries } from '#core/test-clock/ports.ts';
import { TEST_CLOCK_ID } from '#core/test-clock/test-clock.ts';
import { makeAdvanceTestClock, makeReadTestClock } from '#core/test-clock/use-cases/advance-test-clock.ts';
import { makeRunTestClock } from '#core/test-clock/use-cases/run-test-clock.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, every, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

/** The interval at which a waiting request reads the clock. */
const PAUSE_MS = 50;

/** The interval at which a worker looks for a clock that was advanced. */
const INTERVAL_MS = 50;

const { clock, systemClock, processName: owner } = SYSTEM;
const { unitOfWork, testClockQueries: queries, referenceDataChanges: changes } = STORAGE;

/** The operations of the test clock, and where it is switched on the clock itself. */
export const testClockModule = (advanced: AdvancedClock | undefined): readonly Binding[] => [
  provide(HTTP.routes, { unitOfWork, queries, clock, systemClock }, (deps) => {
    const given = { ...deps, isEnabled: advanced !== undefined, pause: () => sleep(PAUSE_MS) };
    return testClockRoutes({
      readTestClock: makeReadTestClock(given),
      advanceTestClock: makeAdvanceTestClock(given),
    });
  }),
  ...(advanced === undefined ? [] : runningClock(advanced)),
];

const runningClock = (advanced: AdvancedClock): Binding[] => [
  provide(BACKGROUND.processServices, { queries, changes }, ({ queries, changes }) => {
    const read = () => readOffset(advanced, queries);
    changes.subscribe((change) => {
      if (change.kind === 'connected' || (change.kind === 'changed' && change.id === TEST_CLOCK_ID)) void read();
    });
    // in case a change is missed
    return [{ name: 'test clock of this process', intervalMs: 1_000, run: read }];
  }),
  provide(
    BACKGROUND.workers,
    { unitOfWork, queries, clock, systemClock, owner, lists: every(BACKGROUND.dueWork) },
    ({ lists, ...deps }) => {
      const run = makeRunTestClock({
        ...deps,
        dueWork: lists.flat(),
        moved: () => readOffset(advanced, deps.queries),
      });
      return [{ name: 'test clock', intervalMs: INTERVAL_MS, run }];
    },
  ),
];

/** Takes over the time that another process has set. */
export const readOffset = async (advanced: AdvancedClock, queries: TestClockQueries): Promise<void> => {
  advanced.setOffset((await queries.get()).offsetMs);
};
