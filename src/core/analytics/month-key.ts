import { CalendarDay, ZonedTime } from '#core/shared/zoned-time.ts';

/** A month as the key of a cohort: `2026-11`. */
export const monthKey = (timeZone: string, at: Date): string =>
  CalendarDay.toText(ZonedTime.dayOf(timeZone, at)).slice(0, 7);
