import type { Currency } from '#core/shared/currency.ts';
import { Money, roundedQuotient } from '#core/shared/money.ts';
import { type CalendarDay, ZonedTime } from '#core/shared/zoned-time.ts';
import type { BuyerCounts, CohortMonth } from './ports.ts';
import { type Report, rateOf } from './report.ts';

/** The figures of users as the API shows them. */
export type UsersFigures = Readonly<{
  new: number;
  active: number;
  buyers: number;
  new_buyers: number;
  returning_buyers: number;
  repeat_buyers: number;
  sign_ins: number;
}>;

export type UsersTotals = UsersFigures & Readonly<{ repeat_rate: number | null }>;

/** A month of a cohort: the month of the first purchase is 0. */
export type CohortMonthView = Readonly<{ month: number; buyers: number; retention: number; net: number }>;

/** The buyers who bought first in a month. */
export type CohortView = Readonly<{
  /** Such as `2026-11`. */
  month: string;
  buyers: number;
  lifetime_value: number;
  months: readonly CohortMonthView[];
}>;

export type UsersReport = Report<'users_report', UsersTotals, UsersFigures> &
  Readonly<{ cohorts?: readonly CohortView[] }>;

/** How many accounts were created, and sessions begun. */
type Visits = Readonly<{ signUps: number; signIns: number }>;

export const UsersFigures = {
  of: ({ buyers, newBuyers, repeatBuyers, active }: BuyerCounts, { signUps, signIns }: Visits): UsersFigures => ({
    new: signUps,
    active,
    buyers,
    new_buyers: newBuyers,
    returning_buyers: buyers - newBuyers,
    repeat_buyers: repeatBuyers,
    sign_ins: signIns,
  }),

  totals: (counts: BuyerCounts, visits: Visits): UsersTotals => {
    const figures = UsersFigures.of(counts, visits);
    return { ...figures, repeat_rate: rateOf(BigInt(figures.repeat_buyers), BigInt(figures.buyers)) };
  },
};

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
        return { month: index, buyers: Number(buyers), retention: rateOf(buyers, size) ?? 0, net: shown(net) };
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
