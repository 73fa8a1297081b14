import { CalendarDay, ZonedTime } from '#core/shared/zoned-time.ts';

/** A month of a calendar, such as `2026-11`. */
export type Month = `${string}-${string}`;

/** The months and days of a time zone. */
export type Calendar = Readonly<{
  /** The day at a time, such as `2026-11-23`. */
  dayOf(at: Date): string;
  /** The month that a time belongs to: every time belongs to one. */
  monthOf(at: Date): Month;
  startOf(month: Month): Date;
  next(month: Month): Month;
}>;

const shifted = (month: Month, by: number): Month => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7) as Month;
};

export const makeCalendar = (timeZone: string): Calendar => {
  const starts = new Map<Month, Date>();

  const dayOf = (at: Date): string => CalendarDay.toText(ZonedTime.dayOf(timeZone, at));

  const startOf = (month: Month): Date => {
    const [year = 0, number = 1] = month.split('-').map(Number);
    const start = starts.get(month) ?? ZonedTime.startOfDay(timeZone, { year, month: number, day: 1 });
    starts.set(month, start);
    return start;
  };

  return {
    dayOf,
    startOf,
    next: (month) => shifted(month, 1),
    monthOf(at) {
      const month = dayOf(at).slice(0, 7) as Month;
      // clocks that are put back over midnight show the last day of a month again
      return at >= startOf(shifted(month, 1)) ? shifted(month, 1) : month;
    },
  };
};
