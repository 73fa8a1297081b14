import { DomainError } from '#core/shared/domain-error.ts';
import type { RuleValues } from '#core/shop/rules.ts';
import { type UnpaidBuyer, type UnpaidCounts, type UnpaidOrders, unpaidLimits } from '../guest.ts';

/** What buyers have not paid, and may have at most. */
type Count = Readonly<{ of: string; unpaid: UnpaidOrders; maximum: UnpaidOrders }>;

/** The counts of a buyer and of the buyer's client, with their limits. */
export const unpaidCounts = (
  { ofBuyer, ofClient }: Pick<UnpaidCounts, 'ofBuyer' | 'ofClient'>,
  { rules, userId }: Readonly<{ rules: RuleValues }> & Pick<UnpaidBuyer, 'userId'>,
): readonly Count[] => {
  const { perEmail, perCustomer, perClient } = unpaidLimits(rules);
  return [
    userId === null
      ? { of: 'of guests with this e-mail', unpaid: ofBuyer, maximum: perEmail }
      : { of: 'of the customer', unpaid: ofBuyer, maximum: perCustomer },
    { of: 'from your network address', unpaid: ofClient, maximum: perClient },
  ];
};

/** Requires that one more order is within the limits. @throws DomainError `too_many_unpaid_orders`. */
export const requireFewUnpaid = (counts: readonly Count[]): void => {
  for (const count of counts) if (count.unpaid.orders >= count.maximum.orders) throw tooManyUnpaid(count);
};

/**
 * Requires that a new order that holds a quantity and the unpaid ones together hold at most the limit of stock.
 * @throws DomainError `too_much_unpaid_stock`.
 */
export const requireLittleStock = (counts: readonly Count[], requested: number): void => {
  for (const count of counts) {
    if (requested > 0 && count.unpaid.stock + requested > count.maximum.stock) throw tooMuchStock(count, requested);
  }
};

const tooManyUnpaid = ({ of, unpaid, maximum }: Count): DomainError =>
  new DomainError(
    'conflict',
    'too_many_unpaid_orders',
    `There are ${unpaid.orders} unpaid orders ${of}, and there may be at most ${maximum.orders}. ` +
      'Pay or cancel one of them first.',
    { details: { unpaid_orders: unpaid.orders, max_unpaid_orders: maximum.orders } },
  );

const tooMuchStock = (count: Count, requested: number): DomainError => {
  const { of, unpaid, maximum } = count;
  // anybody may name an e-mail: what it holds is shown only where it matters
  const isTooMuchAlone = requested > maximum.stock;
  const unpaidQuantity = isTooMuchAlone ? {} : { unpaid_quantity: unpaid.stock };
  const message = isTooMuchAlone
    ? `Unpaid orders ${of} may hold a quantity of at most ${maximum.stock} from stock, and this one alone ` +
      `would hold ${requested}. Order less.`
    : `Unpaid orders ${of} hold a quantity of ${unpaid.stock} from stock, and may hold at most ` +
      `${maximum.stock}. ${remedyOf(count, requested)}`;
  return new DomainError('conflict', 'too_much_unpaid_stock', message, {
    details: { ...unpaidQuantity, requested_quantity: requested, max_unpaid_quantity: maximum.stock },
  });
};

const remedyOf = ({ unpaid, maximum }: Count, requested: number): string => {
  const left = maximum.stock - unpaid.stock;
  if (left <= 0) return 'Pay or cancel one of them first.';
  return `Order at most ${left} instead of ${requested}, or pay or cancel one of them first.`;
};
