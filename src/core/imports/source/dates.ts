const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?)? ?(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

/** Seconds since 1970. */
const EPOCH = /^\d{9,10}$/;

/**
 * A date in a cell: by ISO 8601, also with a blank instead of `T`, or in seconds since 1970. Without a zone it is in UTC.
 * Undefined for any other: `01/02/2026` is a day in January or in February.
 */
export const dateOf = (cell: string): Date | undefined => {
  const text = cell.trim();
  if (EPOCH.test(text)) return new Date(Number(text) * 1_000);
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] = DATE.exec(text) ?? [];
  if (year === undefined) return undefined;
  const offset = /^(?:Z|UTC)$/i.test(zone) ? 'Z' : zone.replace(/(\d{2}):?(\d{2})$/, '$1:$2');
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  // JavaScript takes 30 February as a day of March
  const isDay = new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
  return Number.isNaN(date.getTime()) || !isDay ? undefined : date;
};
