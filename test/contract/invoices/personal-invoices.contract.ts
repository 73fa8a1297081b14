import { expect } from 'chai';
import { creditNoteView } from '#core/invoices/credit-note.ts';
import { invoiceView } from '#core/invoices/invoice-view.ts';
import { creditNoteCreated, invoiceCreated } from '#core/invoices/records.ts';
import { Actor } from '#core/shared/actor.ts';
import { aUser, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aCreditNote, aDraft, finalized } from '../../support/builders/invoice-builders.ts';
import { aGuestOrder } from '../../support/builders/order-builders.ts';
import { readExport } from '../../support/documents/exported-data.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** The invoices of `PersonalDataQueries`. */
export const personalInvoicesContract = (name: string, open: OpenStorage): void => {
  describe(`PersonalDataQueries of invoices on ${name}`, () => {
    const storage = useStorage(open);

    it('return invoices and credit notes of the person and of guest orders, with events', async () => {
      const [buyer, guest] = [aUser({ email: 'a.guest@example.com', emailVerifiedAt: NOON }), 'A.Guest@example.com'];
      const order = aGuestOrder({ email: guest });
      const own = finalized(aDraft({ userId: buyer.id }, noonPlus(1)));
      const asGuest = finalized(aDraft({ userId: null, orderId: order.id }));
      const foreign = finalized(aDraft());
      const notes = [aCreditNote(asGuest, noonPlus(2)), aCreditNote(own, noonPlus(3))];
      await storage().unitOfWork.run(async (tx) => {
        await tx.users.add(buyer);
        await tx.orders.add(order, []);
        for (const invoice of [own, asGuest, foreign]) {
          await tx.invoices.add(invoice);
          await tx.events.append(Actor.system, invoiceCreated(invoice));
        }
        for (const note of [...notes, aCreditNote(foreign)]) {
          await tx.invoices.addCreditNote(note);
          await tx.events.append(Actor.system, creditNoteCreated(note));
        }
      });
      const kinds = ['invoices', 'credit_notes', 'events'] as const;
      const parts = kinds.map((kind) => ({ kind, pages: storage().personalDataQueries.pages(kind, buyer.id, 'full') }));
      const data = await readExport(parts);
      expect(data.invoices).to.have.deep.members([invoiceView(own), invoiceView(asGuest)]);
      expect(data.credit_notes).to.have.deep.members(notes.map(creditNoteView));
      const events = data.events as { data: unknown }[];
      expect(events.map((event) => event.data)).to.have.deep.members([...data.invoices, ...data.credit_notes]);
    });
  });
};
