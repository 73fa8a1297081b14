import { DomainError } from '#core/shared/domain-error.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { RuleValues } from '#core/shop/rules.ts';
import { type Guest, type UnpaidOrders, unpaidLimits } from '../guest.ts';
import type { OrderDetails } from '../order-details.ts';
import { type OrderItem, stockOf } from '../order-item.ts';
import type { OrdersTx } from '../ports.ts';

/**
 * Requires that a new order with these items and the unpaid ones together hold at most the limit of stock.
 * @throws DomainError `too_much_unpaid_stock`.
 */
type RequireStockLimit = (items: readonly OrderItem[]) => void;

/**
 * Counts what guests with the same e-mail or client have not paid. No other order of theirs is added until the transaction
 * ends.
 * @returns the check of the stock, for when the items are taken.
 * @throws DomainError `too_many_unpaid_orders`.
 */
export const requireFewUnpaid = async (
  tx: OrdersTx,
  { guest: { client }, rules, email }: Readonly<{ guest: Guest; rules: RuleValues; email: OrderDetails['email'] }>,
): Promise<RequireStockLimit> => {
  const limits = unpaidLimits(rules);
  const { ofEmail, ofClient } = await tx.orders.countUnpaidOfGuest({
    emailKey: email ? emailKey(email) : null,
    client,
  });
  const counts = [
    { of: 'with this e-mail', unpaid: ofEmail, maximum: limits.perEmail },
    { of: 'from your network address', unpaid: ofClient, maximum: limits.perClient },
  ];
  for (const count of counts) if (count.unpaid.orders >= count.maximum.orders) throw tooManyUnpaid(count);
  return (items) => {
    const requested = stockOf(items);
    for (const count of counts) {
      if (requested > 0 && count.unpaid.stock + requested > count.maximum.stock) throw tooMuchStock(count, requested);
    }
  };
};

type Count = Readonly<{ of: string; unpaid: UnpaidOrders; maximum: UnpaidOrders }>;

const tooManyUnpaid = ({ of, unpaid, maximum }: Count): DomainError =>
  new DomainError(
    'conflict',
    'too_many_unpaid_orders',
    `Guests have ${unpaid.orders} unpaid orders ${of}, and may have at most ${maximum.orders}. ` +
      'Pay or cancel one of them first.',
    { details: { unpaid_orders: unpaid.orders, max_unpaid_orders: maximum.orders } },
  );

const tooMuchStock = (count: Count, requested: number): DomainError => {
  const { of, unpaid, maximum } = count;
  // anybody may name an e-mail: what it holds is shown only where it matters
  const isTooMuchAlone = requested > maximum.stock;
  const unpaidQuantity = isTooMuchAlone ? {} : { unpaid_quantity: unpaid.stock };
  const message = isTooMuchAlone
    ? `Unpaid orders of guests ${of} may hold a quantity of at most ${maximum.stock} from stock, and this one alone ` +
      `would hold ${requested}. Order less.`
    : `Unpaid orders of guests ${of} hold a quantity of ${unpaid.stock} from stock, and may hold at most ` +
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
