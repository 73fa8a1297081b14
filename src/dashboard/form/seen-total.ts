import { notify } from '../app/notices.tsx';
import { money } from '../text/format.ts';
import { fill, t } from '../text/text.ts';
import type { DryRun } from './use-dry-run.ts';

type Priced = Readonly<{ total: number; currency: string }>;

type Options = Readonly<{
  /** What is said of another total, as `{total}`. */
  newTotal?: string;
  /** What the form says before there is a total. */
  unseen?: number;
}>;

/**
 * The total that the user has seen of what is to be written. A dry run in progress is waited for: with another total it
 * is shown and undefined is returned, so that the user decides.
 * @throws ApiError as the dry run was refused.
 */
export const seenTotal = async (
  dryRun: DryRun<Priced>,
  { newTotal = t().order.newTotal, unseen }: Options = {},
): Promise<number | undefined> => {
  const shown = dryRun.result?.total ?? unseen;
  const { key, result, error } = await dryRun.settled();
  if (error !== undefined) {
    // whether it is refused again
    dryRun.repeat();
    throw error;
  }
  if (key === dryRun.key && result?.total === shown) return shown;
  if (result !== undefined) notify(fill(newTotal, { total: money(result.total, result.currency) }));
  return undefined;
};
