// Why: docs/decisions/0057-withdrawal-period.md

import type Holidays from 'date-holidays';
import { loadedOnce } from '#core/shared/once.ts';
import { CalendarDay } from '#core/shared/zoned-time.ts';
import type { BuyerCalendar, Place } from '#core/withdrawals/withdrawal-period.ts';
import { CORRECTIONS, STATE_TIME_ZONES } from './corrections.ts';
import { KnownStates } from './known-states.ts';

/** A country, or a state of it, that the library knows. */
type Region = Readonly<{ timeZone: string | undefined; holidaysOf(year: number): ReadonlySet<string> }>;

type Library = typeof Holidays;

const FIRST_WEEKEND_DAY = 6;

/** Public holidays and time zones by date-holidays. Keeps what it has computed of the regions that the library knows. */
export const makeHolidayCalendar = (): BuyerCalendar => {
  // loaded when it is needed: it takes a tenth of a second and 25 MB
  const regions = loadedOnce(async () => makeFindRegion((await import('date-holidays')).default));
  const regionOf = async (place: Place): Promise<Region | undefined> => (await regions())(place);
  return {
    timeZoneOf: async (place) => (await regionOf(place))?.timeZone,

    async workingDayFrom(day, place) {
      const region = await regionOf(place);
      let at = day;
      while (
        CalendarDay.weekdayOf(at) >= FIRST_WEEKEND_DAY ||
        region?.holidaysOf(at.year).has(CalendarDay.toText(at)) === true
      ) {
        at = CalendarDay.plusDays(at, 1);
      }
      return at;
    },
  };
};

const makeFindRegion = (Library: Library): ((place: Place) => Region | undefined) => {
  const library = new Library();
  const countries = new Set(Object.keys(library.getCountries()));
  const statesOf = remember((country: string) => knownStatesOf(new Library(country), country));
  const regionOf = remember((code: string) => makeRegion(Library, code));
  return ({ country, state }) => {
    if (country === null || !countries.has(country)) return;
    const code = state === null ? undefined : KnownStates.codeOf(statesOf(country), country, state);
    return regionOf(code === undefined ? country : `${country}-${code}`);
  };
};

const knownStatesOf = (library: Holidays, country: string): KnownStates =>
  KnownStates.of(['en', ...library.getLanguages()].map((language) => library.getStates(country, language) ?? {}));

const makeRegion = (Library: Library, code: string): Region => {
  const [country = '', state] = code.split('-');
  const library = state === undefined ? new Library(country, OPTIONS) : new Library(country, state, OPTIONS);
  correct(library, country);
  if (state !== undefined) correct(library, code);
  return {
    timeZone: STATE_TIME_ZONES[code] ?? library.getTimezones()[0],
    holidaysOf: remember((year: number) => new Set(library.getHolidays(year).flatMap(wholeDaysOf))),
  };
};

const OPTIONS = { types: ['public' as const] };

const correct = (library: Holidays, code: string): void => {
  const { wrong = [], missing = [] } = CORRECTIONS[code] ?? {};
  for (const rule of wrong) library.unsetRule(rule);
  for (const rule of missing) {
    // the second argument is its name
    if (!library.setHoliday(rule, rule)) throw new TypeError(`The library does not know the rule ${rule}.`);
  }
};

const MS_PER_DAY = 86_400_000;

/** The days of a holiday. One that begins at noon is no day off, and clocks may change during others. */
const wholeDaysOf = ({ date, start, end }: ReturnType<Holidays['getHolidays']>[number]): string[] => {
  // such as `2026-12-24 00:00:00`, in the zone of the country; its start in UTC is of another day
  const first = CalendarDay.parse(date.slice(0, 10));
  if (first === undefined || date.slice(11, 19) !== '00:00:00') return [];
  const length = Math.round((end.getTime() - start.getTime()) / MS_PER_DAY);
  return Array.from({ length }, (_, index) => CalendarDay.toText(CalendarDay.plusDays(first, index)));
};

const remember = <Key, Value>(compute: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
};
