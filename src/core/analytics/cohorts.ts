import type { Currency } from '#core/shared/currency.ts';
import { Money, roundedQuotient } from '#core/shared/money.ts';
import { type CalendarDay, ZonedTime } from '#core/shared/zoned-time.ts';
import type { CohortMonth } from './ports.ts';
import { rateOf } from './shown-figures.ts';
import type { CohortMonthView, CohortView } from './users-report.ts';

/** The cohorts with every month from the first purchases to the last month that any of them bought or was refunded in. */
export const cohortViews = (
  { counts, amounts }: Readonly<{ counts: readonly CohortMonth[]; amounts: readonly CohortMonth[] }>,
  { timeZone, currency }: Readonly<{ timeZone: string; currency: Currency }>,
): readonly CohortView[] => {
  const cells = new Map<string, { buyers: bigint; net: bigint }>();
  const last = new Map<string, number>();
  for (const { cohort, month, values } of [...counts, ...amounts]) {
    const index = monthsBetween(cohort, ZonedTime.dayOf(timeZone, month));
    const cell = cells.get(`${cohort} ${index}`) ?? { buyers: 0n, net: 0n };
    const { buyers = 0n, gross = 0n, refunds = 0n } = values;
    cells.set(`${cohort} ${index}`, { buyers: cell.buyers + buyers, net: cell.net + gross - refunds });
    last.set(cohort, Math.max(last.get(cohort) ?? 0, index));
  }
  const shown = (minor: bigint): number => Money.ofMinor(minor, currency).toNumber();
  return [...last]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, end]) => {
      const cellAt = (index: number) => cells.get(`${month} ${index}`) ?? { buyers: 0n, net: 0n };
      const size = cellAt(0).buyers;
      const months = Array.from({ length: end + 1 }, (_, index): CohortMonthView => {
        const { buyers, net } = cellAt(index);
        return {
          month: index,
          buyers: Number(buyers),
          retention: rateOf(buyers, size) ?? 0,
          net: shown(net),
        };
      });
      const net = Array.from({ length: end + 1 }, (_, index) => cellAt(index).net).reduce(
        (sum, each) => sum + each,
        0n,
      );
      const value = size === 0n || net < 0n ? 0n : roundedQuotient(net, size);
      return { month, buyers: Number(size), lifetime_value: shown(value), months };
    });
};

const monthsBetween = (cohort: string, { year, month }: CalendarDay): number => {
  const [firstYear = 0, firstMonth = 0] = cohort.split('-').map(Number);
  return (year - firstYear) * 12 + month - firstMonth;
};
