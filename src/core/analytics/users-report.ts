import type { BuyerCounts } from './ports.ts';
import type { Report } from './report.ts';
import { rateOf } from './shown-figures.ts';

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
