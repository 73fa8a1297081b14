import { expect } from 'chai';
import fc from 'fast-check';
import { INTERVALS } from '#core/analytics/interval.ts';
import type { ReportRequest } from '#core/analytics/report.ts';
import type { ReportDeps } from '#core/analytics/report-reader.ts';
import { countChanges, countSubjects } from '#core/analytics/steps/step-generation.ts';
import { makeFollowChanges } from '#core/analytics/use-cases/follow-changes.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Storage } from '#core/storage.ts';
import { clockAt, USD } from './builders.ts';
import { aTime, CURRENCIES } from './sales-history.ts';
import { rulesWith } from './shop-rules.ts';

/** The time zone of the shop whose figures are counted. */
export const SHOP_ZONE = 'Europe/Berlin';

const ZONES = [
  'UTC',
  SHOP_ZONE,
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
];

/** A request of a report on times of histories. */
export const aReportRequest = fc
  .record({
    times: fc.tuple(aTime, aTime).filter(([a, b]) => a.getTime() !== b.getTime()),
    isWhole: fc.boolean(),
    interval: fc.constantFrom(...INTERVALS),
    timezone: fc.constantFrom(...ZONES),
    currency: fc.constantFrom(...CURRENCIES),
  })
  .map(({ times, isWhole, ...fields }): ReportRequest & Readonly<{ currency: Currency }> => {
    const [from = '', to = ''] = times.map((time) => time.toISOString()).sort();
    const isDays = isWhole && from.slice(0, 10) !== to.slice(0, 10);
    return { ...fields, ...(isDays ? { from: from.slice(0, 10), to: to.slice(0, 10) } : { from, to }) };
  });

/** What reports read of a storage, after all histories. */
export const reportDeps = ({ analyticsQueries: queries }: Storage): ReportDeps => ({
  queries,
  clock: clockAt(new Date('2026-11-20T12:00:00Z')),
  rules: rulesWith({ currency: USD }),
});

/** Counts what events name. */
export const countChanged = async ({ unitOfWork, analyticsQueries: queries }: Storage): Promise<void> => {
  const { run } = makeFollowChanges({
    unitOfWork,
    queries,
    shop: { get: async () => ({ timeZone: SHOP_ZONE }) as never },
    systemClock: { isSystemTime: true, now: () => new Date() },
    timer: () => ({ elapsed: Promise.resolve('elapsed'), cancel: () => {} }),
  });
  await run();
};

/** Counts all subjects, for tests that append no events. */
export const countAll = async (storage: Storage): Promise<void> => {
  const { unitOfWork, analyticsQueries } = storage;
  await countChanged(storage);
  const current = (await analyticsQueries.generations()).find(({ status }) => status === 'current');
  if (current === undefined) throw new Error('There are no figures.');
  await unitOfWork.run((tx) => tx.analytics.saveGeneration({ ...current, lastSubject: null }));
  while ((await unitOfWork.run(countSubjects(current.number))) === 'more');
  expect(await unitOfWork.run(countChanges(current.number))).to.equal('done');
};

type Counted = Readonly<{ from: string; to: string; totals: object; series: readonly Readonly<{ start: string }>[] }>;

/** Compares the figures of a report and of each of its intervals with those that are expected from a time to another. */
export const expectFigures = (report: Counted, expected: (from: Date, to: Date) => object): void => {
  const { from, to, totals, series } = report;
  expect(totals).to.deep.include(expected(new Date(from), new Date(to)));
  series.forEach((point, index) => {
    const start = point.start < from ? from : point.start;
    expect(point).to.deep.include(expected(new Date(start), new Date(series[index + 1]?.start ?? to)));
  });
};
