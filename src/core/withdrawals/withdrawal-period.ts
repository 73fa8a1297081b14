// Why: docs/decisions/0057-withdrawal-period.md

import { CalendarDay, ZonedTime } from '#core/shared/zoned-time.ts';

/** Where a buyer is: the country by ISO 3166-1 alpha-2, and the state as the address says it, such as `BY` or `Bayern`. */
export type Place = Readonly<{ country: string | null; state: string | null }>;

/** Days and time zones of the places where buyers live. */
export type BuyerCalendar = {
  /** The time zone of the state or, if that is unknown, the main one of the country; undefined for an unknown country. */
  timeZoneOf(place: Place): Promise<string | undefined>;

  /**
   * The first day from this one on that is neither Saturday nor Sunday nor a public holiday of the country, or of the
   * state if that is known. An unknown country has no holidays.
   */
  workingDayFrom(day: CalendarDay, place: Place): Promise<CalendarDay>;
};

type PeriodTerms = Readonly<{
  /** When the goods were delivered, or the contract was concluded. */
  start: Date;
  days: number;
  /** Whether the shop has informed the buyer of the right of withdrawal. */
  isInformed: boolean;
  place: Place;
  /** Counts where the buyer's country is unknown. */
  shopTimeZone: string;
}>;

/** How much longer a buyer has who was not informed. */
const MONTHS_IF_NOT_INFORMED = 12;

/** When a period of withdrawal has ended: midnight after its last day where the buyer is. */
export const withdrawalEnd = async (calendar: BuyerCalendar, terms: PeriodTerms): Promise<Date> => {
  const { start, days, isInformed, place } = terms;
  const timeZone = await timeZoneOf(calendar, terms);
  // the day of the start does not count
  const counted = CalendarDay.plusDays(ZonedTime.dayOf(timeZone, start), days);
  const initial = await calendar.workingDayFrom(counted, place);
  const last = isInformed
    ? initial
    : await calendar.workingDayFrom(CalendarDay.plusMonths(initial, MONTHS_IF_NOT_INFORMED), place);
  return ZonedTime.startOfDay(timeZone, CalendarDay.plusDays(last, 1));
};

/** The last day on which a buyer can withdraw, for people to read, of the end of the period. */
export const lastWithdrawalDay = async (
  calendar: BuyerCalendar,
  { end, ...where }: Readonly<{ end: Date }> & Pick<PeriodTerms, 'place' | 'shopTimeZone'>,
): Promise<CalendarDay> => ZonedTime.dayOf(await timeZoneOf(calendar, where), new Date(end.getTime() - 1));

const timeZoneOf = async (
  calendar: BuyerCalendar,
  { place, shopTimeZone }: Pick<PeriodTerms, 'place' | 'shopTimeZone'>,
): Promise<string> => (await calendar.timeZoneOf(place)) ?? shopTimeZone;
