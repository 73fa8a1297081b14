import { DomainError } from '#core/shared/domain-error.ts';
import { emailKey } from '#core/shared/email-key.ts';
import type { Transaction } from '#core/storage.ts';
import type { OrderingGuest } from '../guest.ts';
import type { OrderDetails } from '../order-details.ts';

/** @throws DomainError `too_many_unpaid_orders`. */
export const requireFewUnpaid = async (
  tx: Transaction,
  { client, limits }: OrderingGuest,
  email: OrderDetails['email'],
): Promise<void> => {
  const unpaid = await tx.orders.countUnpaidOfGuest({ emailKey: email ? emailKey(email) : null, client });
  if (unpaid.ofEmail >= limits.perEmail) throw tooManyUnpaid('this e-mail', unpaid.ofEmail, limits.perEmail);
  if (unpaid.ofClient >= limits.perClient) throw tooManyUnpaid('your address', unpaid.ofClient, limits.perClient);
};

const tooManyUnpaid = (of: string, unpaid: number, maximum: number): DomainError =>
  new DomainError(
    'conflict',
    'too_many_unpaid_orders',
    `Guests have ${unpaid} unpaid orders with ${of}, and may have at most ${maximum}. Pay or cancel one of them first.`,
    { details: { unpaid_orders: unpaid, max_unpaid_orders: maximum } },
  );
