import { invalid } from '#core/shared/domain-error.ts';
import type { Payable } from '../payable.ts';
import type { PaymentsTx } from '../ports.ts';

/** The e-mail of who is to pay; null if none is known, or the buyer was erased. */
export const recipientOf = async (tx: PaymentsTx, payable: Payable): Promise<string | null> => {
  const { userId, email, isErased } =
    payable.kind === 'order' ? payable.order : { ...payable.invoice, isErased: payable.invoice.eraseBuyerAt !== null };
  if (isErased) return null;
  const user = userId === null ? undefined : await tx.users.find(userId);
  // what an invoice says was its user's e-mail when it was finalized
  return payable.kind === 'order' ? (email ?? user?.email ?? null) : (user?.email ?? email);
};

/** @throws DomainError `validation_failed` without a recipient. */
export const requireRecipient = async (tx: PaymentsTx, payable: Payable, field: string): Promise<void> => {
  if ((await recipientOf(tx, payable)) !== null) return;
  const message = `must be false, or omitted: the ${payable.kind} has no e-mail`;
  throw invalid([{ path: [field], code: 'any.only', message }]);
};
