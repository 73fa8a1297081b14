const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?)? ?(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

/** As in German: the points tell the day from the month. */
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?=$|[T ])/;

/** What databases write for none. */
const NONE = /^0000-00-00(?:[T ][0:.Z]*)?$/;

/** Seconds since 1970. */
const EPOCH = /^\d{9,10}$/;

/**
 * A date in a cell: by ISO 8601, also with a blank instead of `T`; as `31.01.2026`; or in seconds since 1970.
 * Without a zone it is in UTC.
 * Undefined for any other: `01/02/2026` is a day in January or in February.
 */
export const dateOf = (cell: string): Date | undefined => {
  const text = cell.trim().replace(DAY_FIRST, (_, ...[day, month, year]) => `${year}-${padded(month)}-${padded(day)}`);
  if (EPOCH.test(text)) return new Date(Number(text) * 1_000);
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] = DATE.exec(text) ?? [];
  if (year === undefined) return undefined;
  const offset = /^(?:Z|UTC)$/i.test(zone) ? 'Z' : zone.replace(/(\d{2}):?(\d{2})$/, '$1:$2');
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  // JavaScript takes 30 February as a day of March
  const isDay = new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
  return Number.isNaN(date.getTime()) || !isDay ? undefined : date;
};

const padded = (number: string): string => number.padStart(2, '0');

/** Whether a cell says that there is no date. */
export const isNoDate = (cell: string): boolean => NONE.test(cell.trim());

/** Whether a date has no time of the day. */
export const isDay = (cell: string): boolean =>
  /^(?:\d{4}-\d\d-\d\d|[\d.]+)$/.test(cell.trim()) && !EPOCH.test(cell.trim());
