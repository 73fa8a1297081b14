import { invalidState } from '#core/shared/domain-error.ts';
import type { InvoiceStatus } from './invoice-states.ts';

/** How long after a mail with an invoice there is no other one. */
const SENDING_INTERVAL_MS = 60_000;

type Sendable = Readonly<{
  number: string | null;
  status: InvoiceStatus;
  sentAt: Date | null;
  /** Set once the user was erased. */
  eraseBuyerAt: Date | null;
}>;

/** @throws DomainError `invalid_state` unless the invoice may be mailed to its buyer now. */
export const requireSendable = ({ number, status, sentAt, eraseBuyerAt }: Sendable, at: Date): void => {
  if (number === null) throw invalidState('The invoice is a draft: finalize it before it is sent.', status);
  if (status === 'void') throw invalidState('The invoice is void: it cannot be sent.', status);
  if (eraseBuyerAt !== null) throw invalidState('The invoice has no buyer any more: the user was erased.', status);
  if (sentAt === null || at.getTime() - sentAt.getTime() >= SENDING_INTERVAL_MS) return;
  throw invalidState('The invoice was sent less than a minute ago.', status);
};
