import { StalePreparationError } from '#core/shared/unit-of-work.ts';
import type { RulesTx } from '../ports.ts';
import type { ShopRules } from '../shop-rules.ts';

/**
 * Records that something is sold that was priced after `read`. It comes first in its transaction, since it may lock the
 * rules; once something was sold, it costs nothing.
 * @throws StalePreparationError if the rules have changed since.
 */
export const recordSale = async (tx: RulesTx, read: ShopRules): Promise<void> => {
  if (read.hasSales) return;
  const { version } = await tx.shopRules.recordSale();
  if (version !== read.version)
    throw new StalePreparationError('The rules of the shop changed after the sale was priced.');
};
