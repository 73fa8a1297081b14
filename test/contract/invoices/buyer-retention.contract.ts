import { expect } from 'chai';
import { CreditNote, creditNoteView } from '#core/invoices/credit-note.ts';
import { Invoice } from '#core/invoices/invoice.ts';
import { invoiceView } from '#core/invoices/invoice-view.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aCreditNote, aDraft, finalized } from '../../support/builders/invoice-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** The part of `InvoiceRepository` and `InvoiceQueries` about erased users. */
export const buyerRetentionContract = (name: string, open: OpenStorage): void => {
  describe(`the retention of buyers on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const idsOf = (documents: readonly { id: string }[]): string[] => documents.map(({ id }) => id);

    const added = async (invoice: Invoice): Promise<Invoice> => {
      await run((tx) => tx.invoices.add(invoice));
      return invoice;
    };

    const credited = async (invoice: Invoice, at = NOON): Promise<CreditNote> => {
      const note = aCreditNote(invoice, at);
      await run((tx) => tx.invoices.addCreditNote(note));
      return note;
    };

    it('locks the documents of a user and of orders', async () => {
      const [userId, orderId] = [ids.next('usr'), ids.next('ord')];
      const draft = await added(aDraft({ userId }));
      const own = await added(finalized(aDraft({ userId })));
      const ofGuest = await added(finalized(aDraft({ userId: null, orderId })));
      const other = await added(finalized(aDraft({ orderId: ids.next('ord') })));
      const notes = [await credited(own), await credited(own), await credited(ofGuest)];
      await credited(other);
      const locked = await run((tx) => tx.invoices.lockOf({ userId, orderIds: [orderId] }));
      expect(locked).to.have.deep.members([draft, own, ofGuest]);
      expect(await run((tx) => tx.invoices.lockCreditNotesOf(idsOf(locked) as Invoice['id'][]))).to.have.deep.members(
        notes,
      );
      expect(await run((tx) => tx.invoices.lockOf({ userId: ids.next('usr'), orderIds: [] }))).to.deep.equal([]);
      expect(await run((tx) => tx.invoices.lockCreditNotesOf([]))).to.deep.equal([]);
    });

    it('round-trips retained and erased documents, and shows them', async () => {
      const invoice = await added(finalized(aDraft()));
      const note = await credited(invoice);
      const [kept, keptNote] = [Invoice.retainBuyer(invoice, 10, NOON), CreditNote.retainBuyer(note, 10, NOON)];
      const [erased, erasedNote] = [Invoice.eraseBuyer(kept, noonPlus(1)), CreditNote.eraseBuyer(keptNote, NOON)];
      for (const [each, eachNote] of [
        [kept, keptNote],
        [erased, erasedNote],
      ] as const) {
        await run((tx) => tx.invoices.save(each));
        await run((tx) => tx.invoices.saveCreditNote(eachNote));
        expect(await run((tx) => tx.invoices.get(each.id))).to.deep.equal(each);
        expect(await run((tx) => tx.invoices.findCreditNote(note.id))).to.deep.equal(eachNote);
        const found = await storage().invoiceQueries.find(each.id);
        expect(Json.parse(found?.view ?? 'null')).to.deep.equal(invoiceView(each));
        const foundNote = await storage().invoiceQueries.findCreditNote(note.id);
        expect(Json.parse(foundNote?.view ?? 'null')).to.deep.equal(creditNoteView(eachNote));
      }
      const stale = run((tx) => tx.invoices.saveCreditNote(erasedNote));
      expect((await rejectionOf(stale)).kind).to.equal('conflict');
    });

    it('claims those whose retention has ended, the first one first', async () => {
      const until = (seconds: number) => ({ eraseBuyerAt: noonPlus(-9_000_000 + seconds) });
      const at = (seconds: number): Date => noonPlus(-9_000_000 + seconds);
      const later = await added({ ...finalized(aDraft()), ...until(3) });
      const first = await added({ ...finalized(aDraft()), ...until(1) });
      await added({ ...finalized(aDraft()), ...until(0), isBuyerErased: true });
      const note = { ...aCreditNote(first), ...until(2) };
      await run((tx) => tx.invoices.addCreditNote(note));
      const next = (after: Date) => storage().invoiceQueries.nextBuyerErasure(after);
      expect([await next(at(-1)), await next(at(1)), await next(at(2))]).to.deep.equal([at(1), at(2), at(3)]);
      expect(await next(noonPlus(1e10))).to.equal(null);
      const claim = (time: Date) => run((tx) => tx.invoices.claimRetained(time));
      const claimNote = (time: Date) => run((tx) => tx.invoices.claimRetainedCreditNote(time));
      expect([await claim(at(0.999)), await claimNote(at(1.999))]).to.deep.equal([undefined, undefined]);
      expect([await claim(at(9)), await claimNote(at(2))]).to.deep.equal([first, note]);
      await run((tx) => tx.invoices.save(Invoice.eraseBuyer(first, NOON)));
      await run((tx) => tx.invoices.saveCreditNote(CreditNote.eraseBuyer(note, NOON)));
      expect([await claim(at(9)), await claimNote(at(9))]).to.deep.equal([later, undefined]);
      await run((tx) => tx.invoices.save(Invoice.eraseBuyer(later, NOON)));
      expect(await next(at(-1))).to.equal(null);
    });

    it('removes a file and its request', async () => {
      const [rendered, requested] = [await added(finalized(aDraft())), await added(finalized(aDraft()))];
      for (const { id } of [rendered, requested]) await run((tx) => tx.invoices.requestFile(id));
      await run((tx) => tx.invoices.storeFile(rendered.id, Uint8Array.of(1)));
      for (const { id } of [rendered, requested]) await run((tx) => tx.invoices.removeFile(id));
      await run((tx) => tx.invoices.storeFile(requested.id, Uint8Array.of(1)));
      for (const { id } of [rendered, requested]) {
        expect(await storage().invoiceQueries.findFile(id)).to.equal(undefined);
        expect((await storage().invoiceQueries.listUnrendered(NOON, 1_000)).map((file) => file.id)).not.to.include(id);
      }
    });
  });
};
