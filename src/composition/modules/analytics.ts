import { analyticsRoutes } from '#adapters/http/analytics/routes.ts';
import { untilEmpty } from '#adapters/system/periodic-task.ts';
import { systemTimer } from '#adapters/system/timer.ts';
import { analyticsGauges } from '#core/analytics/analytics-gauges.ts';
import { makeAskQuestion } from '#core/analytics/use-cases/ask-question.ts';
import { makeCountOccurrences } from '#core/analytics/use-cases/count-occurrences.ts';
import { makeFollowChanges } from '#core/analytics/use-cases/follow-changes.ts';
import { makeFollowToday } from '#core/analytics/use-cases/follow-today.ts';
import { makeReportBusiness } from '#core/analytics/use-cases/report-business.ts';
import { makeReportSales } from '#core/analytics/use-cases/report-sales.ts';
import { makeReportUsers } from '#core/analytics/use-cases/report-users.ts';
import { makeSummarize } from '#core/analytics/use-cases/summarize.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, config } = SYSTEM;
const { analyticsQueries: queries, eventFeed: feed, unitOfWork } = STORAGE;

/** The poll interval where no signal comes. */
const POLL_INTERVAL_MS = 500;

/** Figures, and what keeps them up to date. */
export const analyticsModule: readonly Binding[] = [
  provide(BACKGROUND.workers, { queries, unitOfWork, shop: SHOP.cache, systemClock, config }, ({ config, ...deps }) => {
    if (!config.analytics) return [];
    const { run, finish } = makeFollowChanges({ ...deps, timer: systemTimer });
    return [{ name: 'analytics', intervalMs: POLL_INTERVAL_MS, run, wakeOn: 'events' as const, beforeStop: finish }];
  }),
  // also without ANALYTICS, since what is not counted now never will be
  provide(BACKGROUND.workers, { unitOfWork }, (deps) => [
    { name: 'occurrences', intervalMs: POLL_INTERVAL_MS, run: untilEmpty(makeCountOccurrences(deps)) },
  ]),
  provide(HTTP.gauges, { queries, feed, clock, config }, ({ config, ...deps }) =>
    analyticsGauges({ ...deps, isOn: config.analytics }),
  ),
  provide(HTTP.routes, { queries, clock, systemClock, rules: STORAGE.shopRulesQueries }, (deps) =>
    analyticsRoutes({
      summarize: makeSummarize(deps),
      reportSales: makeReportSales(deps),
      reportUsers: makeReportUsers(deps),
      reportBusiness: makeReportBusiness(deps),
      followToday: makeFollowToday(deps),
      askQuestion: makeAskQuestion(deps),
    }),
  ),
];
