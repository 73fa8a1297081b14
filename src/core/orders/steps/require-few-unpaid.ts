import { DomainError } from '#core/shared/domain-error.ts';
import type { RuleValues } from '#core/shop/rules.ts';
import { type UnpaidBuyer, type UnpaidCounts, type UnpaidOrders, unpaidLimits } from '../guest.ts';

/** What buyers have not paid, and may have at most. */
type Count = Readonly<{
  of: string;
  /** Whether all are the caller's: only then the caller is told how many there are. */
  isOwn: boolean;
  unpaid: UnpaidOrders;
  maximum: UnpaidOrders;
}>;

/** The counts of a buyer and of the buyer's client, with their limits. */
export const unpaidCounts = (
  { ofBuyer, ofClient }: Pick<UnpaidCounts, 'ofBuyer' | 'ofClient'>,
  { rules, userId }: Readonly<{ rules: RuleValues }> & Pick<UnpaidBuyer, 'userId'>,
): readonly Count[] => {
  const { perEmail, perCustomer, perClient } = unpaidLimits(rules);
  const guests = { of: 'of guests with this e-mail or from your network address', isOwn: false };
  if (userId === null) {
    return [
      { ...guests, unpaid: ofBuyer, maximum: perEmail },
      { ...guests, unpaid: ofClient, maximum: perClient },
    ];
  }
  return [
    { of: 'of the customer', isOwn: true, unpaid: ofBuyer, maximum: perCustomer },
    { of: 'from your network address', isOwn: false, unpaid: ofClient, maximum: perClient },
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

const tooManyUnpaid = ({ of, isOwn, unpaid, maximum }: Count): DomainError => {
  const message = isOwn
    ? `There are ${unpaid.orders} unpaid orders ${of}, and there may be at most ${maximum.orders}. ` +
      'Pay or cancel one of them first.'
    : `There are too many unpaid orders ${of}. Pay or cancel one of them first.`;
  return new DomainError('conflict', 'too_many_unpaid_orders', message, {
    details: { ...(isOwn && { unpaid_orders: unpaid.orders }), max_unpaid_orders: maximum.orders },
  });
};

const tooMuchStock = (count: Count, requested: number): DomainError => {
  const { isOwn, unpaid, maximum } = count;
  const isShown = isOwn && requested <= maximum.stock;
  return new DomainError('conflict', 'too_much_unpaid_stock', stockMessage(count, requested), {
    details: {
      ...(isShown && { unpaid_quantity: unpaid.stock }),
      requested_quantity: requested,
      max_unpaid_quantity: maximum.stock,
    },
  });
};

const stockMessage = (count: Count, requested: number): string => {
  const { of, isOwn, unpaid, maximum } = count;
  if (requested > maximum.stock) {
    return (
      `Unpaid orders ${of} may hold a quantity of at most ${maximum.stock} from stock, and this one alone ` +
      `would hold ${requested}. Order less.`
    );
  }
  if (!isOwn) return `Unpaid orders ${of} would hold too much stock. Order less, or pay or cancel one of them first.`;
  return (
    `Unpaid orders ${of} hold a quantity of ${unpaid.stock} from stock, and may hold at most ` +
    `${maximum.stock}. ${remedyOf(count, requested)}`
  );
};

const remedyOf = ({ unpaid, maximum }: Count, requested: number): string => {
  const left = maximum.stock - unpaid.stock;
  if (left <= 0) return 'Pay or cancel one of them first.';
  return `Order at most ${left} instead of ${requested}, or pay or cancel one of them first.`;
};
