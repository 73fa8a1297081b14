// Why: docs/decisions/0076-jobs-of-the-staff-in-one-step.md

import { type Actor, countedClient } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Invoice, type InvoiceId } from '../invoice.ts';
import type { InvoicesTx } from '../ports.ts';
import { recipientOf } from '../steps/invoice-recipient.ts';
import { lockInvoice, storeInvoice } from '../steps/store-invoice.ts';

/** Mails a finalized invoice with its file to its buyer. The mail is written when it is sent. */
export type SendInvoice = (
  actor: Actor,
  command: Readonly<{ id: InvoiceId; expected: ExpectedVersions }>,
) => Work<Invoice, InvoicesTx>;

export const makeSendInvoice =
  ({ clock }: Readonly<{ clock: BusinessClock }>): SendInvoice =>
  (actor, { id, expected }) =>
  async (tx) => {
    const { invoice: before, order } = await lockInvoice(tx, id);
    await requireVersion(tx.events, before, expected);
    const after = Invoice.send(before, clock.now());
    if ((await recipientOf(tx, before, order)) === null) {
      throw invalidState('The invoice has no e-mail to which it could be sent.', before.status);
    }
    const { userId } = before;
    await tx.mailRequests.add({ purpose: 'invoice', aboutId: id, userId, client: countedClient(actor) });
    return storeInvoice(tx, actor, { before, after, step: 'sent' });
  };
