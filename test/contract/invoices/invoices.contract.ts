import { expect } from 'chai';
import { creditNoteView } from '#core/invoices/credit-note.ts';
import { Invoice } from '#core/invoices/invoice.ts';
import { invoiceView } from '#core/invoices/invoice-view.ts';
import { Address } from '#core/shared/address.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aCreditNote, aDraft, finalized } from '../../support/builders/invoice-builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `InvoiceRepository` and `InvoiceQueries`. */
export const invoicesContract = (name: string, open: OpenStorage): void => {
  describe(`InvoiceRepository and InvoiceQueries on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const added = async (invoice = aDraft()): Promise<Invoice> => {
      await run((tx) => tx.invoices.add(invoice));
      return invoice;
    };
    const get = ({ id }: Invoice) => run((tx) => tx.invoices.get(id));

    it('round-trip the smallest draft and the largest invoice, and show them', async () => {
      const billingAddress = Address.of({ line1: 'A 1', country: 'DE', company: 'Analytical Engines' });
      const smallest = aDraft({ userId: null, lines: [], fields: null, email: null, footer: null, metadata: {} });
      const draft = aDraft({ orderId: ids.next('ord'), billingAddress, dueAt: noonPlus(60) });
      const largest = Invoice.send(
        Invoice.markOverdue(
          Invoice.recordRefund(
            Invoice.recordPayment({ ...finalized(draft), amountPrepaid: dollars(7) }, dollars(12.5), NOON),
            dollars(0.01),
            NOON,
          ),
          NOON,
        ),
        noonPlus(2),
      );
      for (const invoice of [smallest, draft, largest, Invoice.payOutOfBand(finalized(aDraft()), noonPlus(1))]) {
        await added({ ...invoice, id: ids.next('inv'), orderId: null });
      }
      const written = { ...aDraft(), id: ids.next('inv') };
      for (const invoice of [smallest, written, { ...largest, id: ids.next('inv'), number: 'INV-9' }]) {
        await added(invoice);
        expect(await get(invoice)).to.deep.equal(invoice);
        expect(await run((tx) => tx.invoices.find(invoice.id))).to.deep.equal(invoice);
        const found = await storage().invoiceQueries.find(invoice.id);
        expect(found).to.include({ version: invoice.version, userId: invoice.userId });
        expect(Json.parse(found?.view ?? 'null')).to.deep.equal(invoiceView(invoice));
      }
    });

    it('report what is absent, and a version that is not the previous one', async () => {
      const absent = aDraft();
      expect((await rejectionOf(get(absent))).kind).to.equal('not_found');
      expect(await run((tx) => tx.invoices.find(absent.id))).to.equal(undefined);
      expect(await storage().invoiceQueries.find(absent.id)).to.equal(undefined);
      expect(await storage().invoiceQueries.findCreditNote(ids.next('cn'))).to.equal(undefined);
      const draft = await added();
      await run((tx) => tx.invoices.save(finalized(draft)));
      expect((await rejectionOf(run((tx) => tx.invoices.save(finalized(draft))))).kind).to.equal('conflict');
    });

    it('count each kind of document without gaps, also after a rollback', async () => {
      const next = (document: 'invoice' | 'credit_note') => run((tx) => tx.invoices.nextNumber(document));
      const [invoice, note] = [await next('invoice'), await next('credit_note')];
      const failing = run(async (tx) => {
        await tx.invoices.nextNumber('invoice');
        throw new Error('changed my mind');
      });
      await failing.catch(() => {});
      await storage().unitOfWork.dryRun((tx) => tx.invoices.nextNumber('invoice'));
      const numbers = await Promise.all(Array.from({ length: 10 }, () => next('invoice')));
      expect(numbers.toSorted((a, b) => a - b)).to.deep.equal(numbers.map((_, index) => invoice + 1 + index));
      expect(await next('credit_note')).to.equal(note + 1);
    });

    it('remove a draft, and never a finalized invoice', async () => {
      const draft = await added();
      await run((tx) => tx.invoices.remove(draft.id));
      expect(await run((tx) => tx.invoices.find(draft.id))).to.equal(undefined);
      const issued = await added(finalized(aDraft()));
      await run((tx) => tx.invoices.remove(issued.id));
      expect(await get(issued)).to.deep.equal(issued);
    });

    it('add one invoice of an order that is not void', async () => {
      const orderId = ids.next('ord');
      await added(Invoice.void(finalized(aDraft({ orderId })), NOON));
      const current = await added(aDraft({ orderId }));
      for (const another of [aDraft({ orderId }), finalized(aDraft({ orderId }))]) {
        expect((await rejectionOf(added(another))).code).to.equal('already_exists');
      }
      await run((tx) => tx.invoices.remove(current.id));
      await added(aDraft({ orderId }));
    });

    it('list the open invoices of a subscription, the oldest first', async () => {
      const subscriptionId = ids.next('sub');
      const of = (second: number) => finalized(aDraft({ subscriptionId }, noonPlus(second)), noonPlus(second));
      const [newest, oldest, middle] = [await added(of(3)), await added(of(1)), await added(of(2))];
      await added(aDraft({ subscriptionId }));
      await added(finalized(aDraft({ subscriptionId: ids.next('sub') })));
      await added(Invoice.void(of(0), NOON));
      await added(Invoice.markUncollectible(of(0), NOON));
      await added(Invoice.payOutOfBand(of(0), NOON));
      const sameTime = [await added(of(4)), await added(of(4))].toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(await run((tx) => tx.invoices.listOpenOf(subscriptionId))).to.deep.equal([
        ...[oldest, middle, newest],
        ...sameTime,
      ]);
      expect(await run((tx) => tx.invoices.listOpenOf(ids.next('sub')))).to.deep.equal([]);
    });

    it('list the discounts of the invoices of a subscription that are paid or may be', async () => {
      const subscriptionId = ids.next('sub');
      const [first, second, third, other] = [ids.next('dsc'), ids.next('dsc'), ids.next('dsc'), ids.next('dsc')];
      const discounted = (of: typeof subscriptionId, ...discountIds: (typeof first | null)[]) => {
        const draft = aDraft({ subscriptionId: of });
        const discounts = discountIds.map((id) => ({ id, code: 'CODE', name: 'Discount' }));
        return finalized({ ...draft, charges: { ...draft.charges, discounts } });
      };
      await added(Invoice.payOutOfBand(discounted(subscriptionId, second, null), NOON));
      await added(Invoice.payOutOfBand(discounted(subscriptionId, first, second), NOON));
      await added(discounted(subscriptionId, third));
      await added(Invoice.void(discounted(subscriptionId, other), NOON));
      await added(Invoice.payOutOfBand(discounted(ids.next('sub'), other), NOON));
      const listed = await run((tx) => tx.invoices.listDiscountsOf(subscriptionId));
      expect(listed).to.deep.equal([first, second, third].toSorted());
      expect(await run((tx) => tx.invoices.listDiscountsOf(ids.next('sub')))).to.deep.equal([]);
    });

    it('refuse a second invoice of a step of a subscription', async () => {
      const subscriptionId = ids.next('sub');
      const billed = await added(aDraft({ subscriptionId, subscriptionVersion: 3 }));
      expect(await get(billed)).to.include({ subscriptionVersion: 3 });
      const again = aDraft({ subscriptionId, subscriptionVersion: 3 });
      expect(await rejectionOf(run((tx) => tx.invoices.add(again)))).to.include({ kind: 'conflict', code: 'conflict' });
      await added(aDraft({ subscriptionId, subscriptionVersion: 4 }));
      await added(aDraft({ subscriptionId: ids.next('sub'), subscriptionVersion: 3 }));
      for (const _ of [1, 2]) await added(aDraft({ subscriptionId }));
    });

    it('claim the open invoice that has been overdue for longest', async () => {
      const dueAt = (seconds: number) => ({ dueAt: noonPlus(-1_000_000 + seconds) });
      const later = await added(finalized(aDraft(dueAt(2))));
      const first = await added(finalized(aDraft(dueAt(1))));
      await added(aDraft(dueAt(0)));
      await added(Invoice.payOutOfBand(finalized(aDraft(dueAt(0))), NOON));
      const claim = (at: Date) => run((tx) => tx.invoices.claimOverdue(at));
      expect(await claim(noonPlus(-1_000_000 + 0.999))).to.equal(undefined);
      const nextOverdue = (after: Date) => storage().invoiceQueries.nextOverdue(after);
      expect(await nextOverdue(noonPlus(-2_000_000))).to.deep.equal(first.dueAt);
      expect(await nextOverdue(first.dueAt ?? NOON)).to.deep.equal(later.dueAt);
      expect(await nextOverdue(noonPlus(1e9))).to.equal(null);
      expect((await claim(NOON))?.id).to.equal(first.id);
      await run((tx) => tx.invoices.save(Invoice.markOverdue(first, NOON)));
      expect((await claim(NOON))?.id).to.equal(later.id);
      await run((tx) => tx.invoices.save(Invoice.markOverdue(later, NOON)));
      expect(await claim(NOON)).to.equal(undefined);
    });

    it('list invoices by filters and owner', async () => {
      const [userId, orderId] = [ids.next('usr'), ids.next('ord')];
      const draft = await added(aDraft({ userId, dueAt: noonPlus(10) }));
      const issued = await added(finalized(aDraft({ userId, orderId, dueAt: noonPlus(5) }, noonPlus(1))));
      await added();
      const list = async (query: object) => {
        const page = { limit: 20, after: undefined };
        const sort = { by: 'created_at', descending: true } as const;
        const { items } = await storage().invoiceQueries.list({ filter: {}, sort, page, ...query });
        return items.map((item) => Json.parse(item).id);
      };
      expect(await list({ ownerId: userId })).to.deep.equal([issued.id, draft.id]);
      expect(await list({ filter: { user_id: userId, status: 'draft' } })).to.deep.equal([draft.id]);
      for (const filter of [{ order_id: orderId }, { number: issued.number }, { ids: [issued.id] }]) {
        expect(await list({ filter })).to.deep.equal([issued.id]);
      }
      expect(await list({ filter: { user_id: userId }, ownerId: ids.next('usr') })).to.deep.equal([]);
    });

    it('round-trip and list credit notes', async () => {
      const invoice = await added(finalized(aDraft()));
      const [older, newer] = [aCreditNote(invoice), aCreditNote(invoice, noonPlus(1))];
      for (const note of [older, newer, aCreditNote(finalized(aDraft()))]) {
        await run((tx) => tx.invoices.addCreditNote(note));
      }
      expect(await run((tx) => tx.invoices.creditNotesOf(invoice.id))).to.deep.equal([older, newer]);
      const found = await storage().invoiceQueries.findCreditNote(newer.id);
      expect(found).to.include({ version: 1, userId: newer.userId });
      expect(Json.parse(found?.view ?? 'null')).to.deep.equal(creditNoteView(newer));
      const page = { limit: 20, after: undefined };
      const listed = (query: object) => storage().invoiceQueries.listCreditNotes({ filter: {}, page, ...query });
      const idsOf = async (query: object) => (await listed(query)).items.map((item) => Json.parse(item).id);
      for (const query of [
        { filter: { invoice_id: invoice.id } },
        { filter: { user_id: invoice.userId, reason: 'refund' } },
        { ownerId: invoice.userId },
      ]) {
        expect(await idsOf(query)).to.deep.equal([newer.id, older.id]);
      }
      expect(await idsOf({ filter: { number: older.number } })).to.deep.equal([older.id]);
    });

    it('keep the first file of a finalized document', async () => {
      const { findFile, listUnrendered } = {
        findFile: (id: Invoice['id']) => storage().invoiceQueries.findFile(id),
        listUnrendered: async () => (await storage().invoiceQueries.listUnrendered(NOON, 1_000)).map((file) => file.id),
      };
      const { id } = await added(finalized(aDraft()));
      expect(await findFile(id)).to.equal(undefined);
      await run((tx) => tx.invoices.storeFile(id, Uint8Array.of(9)));
      expect(await findFile(id)).to.equal(undefined);
      await run((tx) => tx.invoices.requestFile(id));
      expect(await listUnrendered()).to.include(id);
      expect(await findFile(id)).to.equal(undefined);
      await run((tx) => tx.invoices.storeFile(id, Uint8Array.of(0, 255, 37)));
      await run((tx) => tx.invoices.storeFile(id, Uint8Array.of(1)));
      expect(Uint8Array.from((await findFile(id)) ?? [])).to.deep.equal(Uint8Array.of(0, 255, 37));
      expect(await listUnrendered()).not.to.include(id);
    });

    it('try a file again that could not be rendered, and find its invoice until then', async () => {
      const invoice = await added(finalized(aDraft()));
      const note = aCreditNote(invoice);
      await run((tx) => tx.invoices.addCreditNote(note));
      const queries = storage().invoiceQueries;
      const found = async (needs_attention: boolean): Promise<boolean> => {
        const filter = { needs_attention, ids: [invoice.id] };
        return (await queries.list({ filter, page: { limit: 1 } })).items.length === 1;
      };
      for (const id of [invoice.id, note.id]) {
        const before = await queries.fileBacklog();
        const dueAt = async (seconds: number) =>
          (await queries.listUnrendered(noonPlus(seconds), 1_000)).filter((file) => file.id === id);
        await run((tx) => tx.invoices.requestFile(id));
        const postpone = (seconds: number, hasFailed: boolean) =>
          run((tx) => tx.invoices.postponeFile(id, { retryAt: noonPlus(seconds), hasFailed }));
        await postpone(5, false);
        expect(await queries.fileBacklog()).to.deep.equal({ ...before, pending: before.pending + 1 });
        expect(await dueAt(4)).to.deep.equal([]);
        await run((tx) => tx.invoices.requestFile(id));
        expect(await dueAt(0)).to.deep.equal([{ id, failures: 0 }]);
        for (const seconds of [1, 2]) await postpone(seconds, true);
        expect(await dueAt(1)).to.deep.equal([]);
        expect(await dueAt(2)).to.deep.equal([{ id, failures: 2 }]);
        const { pending, failing } = before;
        expect(await queries.fileBacklog()).to.deep.equal({ pending: pending + 1, failing: failing + 1 });
        expect([await found(true), await found(false)]).to.deep.equal([true, false]);
        await run((tx) => tx.invoices.storeFile(id, Uint8Array.of(1)));
        await postpone(0, true);
        await run((tx) => tx.invoices.requestFile(id));
        expect(await queries.findFile(id)).not.to.equal(undefined);
        expect(await dueAt(2)).to.deep.equal([]);
        expect(await queries.fileBacklog()).to.deep.equal(before);
        expect([await found(true), await found(false)]).to.deep.equal([false, true]);
      }
    });

    it('give the invoices of orders and their credit notes to a user', async () => {
      const [orderId, userId] = [ids.next('ord'), ids.next('usr')];
      const invoice = await added(finalized(aDraft({ orderId, userId: null })));
      const kept = await added(finalized(aDraft({ orderId: ids.next('ord'), userId: null })));
      await run((tx) => tx.invoices.addCreditNote(aCreditNote(invoice)));
      await run((tx) => tx.invoices.assignUser([orderId], userId));
      expect(await get(invoice)).to.deep.equal({ ...invoice, userId, version: invoice.version + 1 });
      expect(await get(kept)).to.deep.equal(kept);
      const [note] = await run((tx) => tx.invoices.creditNotesOf(invoice.id));
      expect(note).to.include({ userId, version: 2 });
    });

    it('roll back what a failed transaction wrote', async () => {
      const draft = aDraft();
      const failing = run(async (tx) => {
        await tx.invoices.add(draft);
        await tx.invoices.get(ids.next('inv'));
      });
      expect((await rejectionOf(failing)).kind).to.equal('not_found');
      expect(await run((tx) => tx.invoices.find(draft.id))).to.equal(undefined);
    });
  });
};
