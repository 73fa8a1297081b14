import { ZonedTime } from '#core/shared/zoned-time.ts';

/** A month as the key of a cohort: `2026-11`. */
export const monthKey = (timeZone: string, at: Date): string => {
  const { year, month } = ZonedTime.dayOf(timeZone, at);
  return `${year}-${String(month).padStart(2, '0')}`;
};
