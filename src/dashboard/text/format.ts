import { language } from './language.ts';

/** An amount of the API, in units of its currency. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat(language.value, { style: 'currency', currency }).format(amount);

/** An amount for an input, with the decimals of its currency: `17.50`. */
export const amountText = (amount: number, currency: string): string => {
  const { minimumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return new Intl.NumberFormat(language.value, { minimumFractionDigits, useGrouping: false }).format(amount);
};

/** An amount for the axis of a chart: `$1.2K`. */
export const compactMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat(language.value, { style: 'currency', currency, notation: 'compact' }).format(amount);

export const compactNumber = (value: number): string =>
  new Intl.NumberFormat(language.value, { notation: 'compact' }).format(value);

export const number = (value: number): string => new Intl.NumberFormat(language.value).format(value);

export const percent = (share: number): string =>
  new Intl.NumberFormat(language.value, { style: 'percent', maximumFractionDigits: 1 }).format(share);

/** How much more or less: `+12%`. */
export const change = (share: number): string =>
  new Intl.NumberFormat(language.value, {
    style: 'percent',
    maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0,
    signDisplay: 'exceptZero',
  }).format(share);

/** A tax rate or a discount of so many percent, as exactly as the API takes it. */
export const rate = (percents: number): string =>
  new Intl.NumberFormat(language.value, { style: 'percent', maximumFractionDigits: 4 }).format(percents / 100);

/** A time in a zone, by default that of the viewer. */
export const dateTime = (time: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(time));

export const date = (time: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeZone }).format(new Date(time));

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** How long ago a time of the last week was, such as `2 hr. ago`; the date of others. */
export const ago = (time: string, now: number): string => {
  const elapsed = now - Date.parse(time);
  if (elapsed < -MINUTE_MS || elapsed >= 7 * DAY_MS) return date(time);
  const relative = new Intl.RelativeTimeFormat(language.value, { style: 'short', numeric: 'auto' });
  const minutes = Math.max(0, Math.round(elapsed / MINUTE_MS));
  if (minutes < 60) return minutes === 0 ? relative.format(0, 'second') : relative.format(-minutes, 'minute');
  if (elapsed < DAY_MS) return relative.format(-Math.min(Math.round(minutes / 60), 23), 'hour');
  return relative.format(-Math.floor(elapsed / DAY_MS), 'day');
};

/** The first and the last day of a period in UTC, as documents have them. */
export const period = ({ start, end }: Readonly<{ start: string; end: string }>): string => {
  const last = new Date(Math.max(Date.parse(start), Date.parse(end) - 1));
  return `${date(start, 'UTC')} – ${date(last.toISOString(), 'UTC')}`;
};

/** For the title of a time: `2026-11-24 10:00:00 UTC`. */
export const utc = (time: string): string => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** For an input of the type `datetime-local`, in the zone of the viewer; empty for what is no time. */
export const toLocalInput = (time: string): string => {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** Whether the first digits of a year were typed: inputs of dates have `0002-01-31` then. */
export const isYearBegun = (value: string): boolean => value.startsWith('0');

/** The time that an input of the type `datetime-local` shows. The API refuses what is no time, such as a year of 20,260. */
export const fromLocalInput = (value: string): string => {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : at.toISOString();
};

/** The names of languages by their codes, in the language of the user. */
export const languageNames = (codes: readonly string[]): Readonly<Record<string, string>> => {
  const names = new Intl.DisplayNames(language.value, { type: 'language' });
  return Object.fromEntries(codes.map((code) => [code, names.of(code) ?? code]));
};
