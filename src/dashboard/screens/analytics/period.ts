const DAY_MS = 86_400_000;

const INTERVALS = ['hour', 'day', 'week', 'month'] as const;

type Interval = (typeof INTERVALS)[number];

/** Periods that end today, by how many days they have. */
const DAYS = { today: 1, week: 7, month: 30, quarter: 90, year: 365 } as const;

type Preset = keyof typeof DAYS;

export const PERIODS = [...(Object.keys(DAYS) as Preset[]), 'custom'] as const;

export type Period = (typeof PERIODS)[number];

const USUAL: Readonly<Record<Period, Interval>> = {
  today: 'hour',
  week: 'day',
  month: 'day',
  quarter: 'week',
  year: 'month',
  custom: 'day',
};

/** What a report is asked for. */
export type ReportQuery = Readonly<{
  from?: string;
  to?: string;
  interval: Interval;
  timezone: string;
  currency?: string;
  compare?: 'previous';
}>;

/** What the address says. */
export type Question = ReportQuery & Readonly<{ period: Period }>;

/** The question in the address; by default the last 30 days in the zone of the viewer, beside the 30 days before. */
export const readQuestion = (query: Readonly<Record<string, string>>, now: Date): Question => {
  const timezone = query['timezone'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isCustom = Boolean(query['from'] || query['to']) || query['period'] === 'custom';
  const period = isCustom ? 'custom' : (PERIODS.find((each) => each === query['period']) ?? 'month');
  return {
    period,
    ...(period === 'custom' ? customRange(query) : rangeOf(period, timezone, now)),
    ...(query['currency'] ? { currency: query['currency'] } : {}),
    ...(query['compare'] === 'none' ? {} : { compare: 'previous' }),
    interval: INTERVALS.find((each) => each === query['interval']) ?? USUAL[period],
    timezone,
  };
};

const customRange = ({ from, to }: Readonly<Record<string, string>>) => ({
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
});

/** The first and the last day, as dates of the zone; the API counts the last 30 days by itself. */
const rangeOf = (period: Preset, timeZone: string, now: Date): Pick<ReportQuery, 'from' | 'to'> => {
  if (period === 'month') return {};
  const last = dayIn(timeZone, now);
  return { from: addDays(last, 1 - DAYS[period]), to: last };
};

const dayIn = (timeZone: string, at: Date): string => {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
  } catch {
    // the API says what is wrong with the zone
    return at.toISOString().slice(0, 10);
  }
};

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The query of the API, whose interval ends before `to`; people mean the last day. */
export const toRequest = ({ period: _, to, ...query }: Question): ReportQuery => {
  const isDay = to !== undefined && !Number.isNaN(Date.parse(`${to}T00:00:00Z`));
  return { ...query, ...(to === undefined ? {} : { to: isDay ? addDays(to, 1) : to }) };
};

/** What the address has of a question: only what differs from the usual. */
export const toAddress = ({ period, from, to, currency, compare, interval, timezone }: Question) => ({
  ...(period === 'custom' ? { period, from, to } : period === 'month' ? {} : { period }),
  ...(currency === undefined ? {} : { currency }),
  ...(compare === undefined ? { compare: 'none' } : {}),
  ...(interval === USUAL[period] ? {} : { interval }),
  ...(timezone === Intl.DateTimeFormat().resolvedOptions().timeZone ? {} : { timezone }),
});

export const INTERVAL_NAMES = INTERVALS;
