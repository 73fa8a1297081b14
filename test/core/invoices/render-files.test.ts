import { expect } from 'chai';
import { Invoice } from '#core/invoices/invoice.ts';
import { invoiceGauges } from '#core/invoices/invoice-gauges.ts';
import type { PrintedDocument } from '#core/invoices/printed-document.ts';
import { makeRenderFile, makeRenderFiles } from '#core/invoices/use-cases/render-file.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';
import { aDraft, finalized } from '../../support/builders/invoice-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('renderFiles', () => {
  const setUp = async () => {
    const storage = await openMemoryStorage();
    const { unitOfWork, invoiceQueries: queries } = storage;
    const state = { now: NOON, attempts: 0, isBroken: false, drawn: [] as PrintedDocument[], logged: [] as object[] };
    const clock = { isBusinessTime: true, now: () => state.now } as const;
    const systemClock = { isSystemTime: true, now: () => state.now } as const;
    const deps = {
      ...{ unitOfWork, queries, clock, systemClock, shop: storage.shopQueries, rules: storage.shopRulesQueries },
      logos: { read: async () => null },
      findMethodOf: async () => 'visa •••• 4242',
      log: { error: (fields: object) => state.logged.push(fields) } as never,
      renderer: {
        async render(document: PrintedDocument) {
          state.attempts += 1;
          if (state.isBroken) throw new Error('no such glyph');
          state.drawn.push(document);
          return Uint8Array.of(1);
        },
      },
    };
    return { ...storage, queries, state, renderFile: makeRenderFile(deps), renderFiles: makeRenderFiles(deps) };
  };

  it('tries a file that fails again after a growing pause, and reports it until it is rendered', async () => {
    const { unitOfWork, queries, state, renderFiles } = await setUp();
    const invoice = finalized(aDraft());
    await unitOfWork.run(async (tx) => {
      await tx.invoices.add(invoice);
      await tx.invoices.requestFile(invoice.id);
    });
    state.isBroken = true;
    const attemptedAt: number[] = [];
    for (let second = 0; second < 3_600; second += 1) {
      state.now = noonPlus(second);
      const before = state.attempts;
      await renderFiles();
      if (state.attempts > before) attemptedAt.push(second);
    }
    expect(attemptedAt).to.deep.equal([0, 10, 30, 70, 150, 310, 630, 1_270, 2_550]);
    expect(state.logged).to.have.length(9);
    expect(state.logged[0]).to.have.property('err').with.property('message', 'no such glyph');
    const gauges = invoiceGauges({ queries });
    expect(await gauges.read()).to.deep.equal({ invoice_files_pending: 1, invoice_files_failing: 1 });
    state.isBroken = false;
    state.now = noonPlus(86_400);
    expect(await renderFiles()).to.equal(1);
    expect(await gauges.read()).to.deep.equal({ invoice_files_pending: 0, invoice_files_failing: 0 });
    expect(await renderFiles()).to.equal(0);
  });

  /** An invoice that a subscription charges, and what its file shows of a payment after some seconds. */
  const charged = async (paidAfter: number | null, change = (invoice: Invoice): Invoice => invoice) => {
    const { unitOfWork, state, renderFile, renderFiles } = await setUp();
    const draft = { ...aDraft(), isCharged: true };
    const open = change(finalized(draft));
    await unitOfWork.run(async (tx) => {
      await tx.invoices.add(open);
      await tx.invoices.requestFile(open.id);
    });
    let refusals = 0;
    for (let second = 0; second <= 70; second += 1) {
      state.now = noonPlus(second);
      if (second === paidAfter) {
        await unitOfWork.run(async (tx) => {
          await tx.invoices.save(Invoice.recordPayment(open, Invoice.total(open), state.now));
          await tx.invoices.requestFile(open.id);
        });
      }
      await renderFiles();
      if (state.drawn.length > 0) break;
      const refusal = await rejectionOf(renderFile(open.id));
      expect(refusal.kind).to.equal('unavailable');
      refusals += 1;
    }
    expect(state.logged).to.deep.equal([]);
    const [document] = state.drawn;
    if (document === undefined) throw new Error('The file was not drawn.');
    const { amountPaid, dueAt, charge } = document;
    return { amountPaid: amountPaid.toNumber(), isDue: dueAt !== null, charge, refusals };
  };

  it('draws an invoice that is charged at once as paid, whenever its file is asked for', async () => {
    const total = Invoice.total(aDraft()).toNumber();
    for (const second of [0, 3, 59]) {
      expect(await charged(second)).to.deep.equal({
        ...{ amountPaid: total, isDue: false, refusals: second },
        charge: { at: noonPlus(second), method: 'visa •••• 4242' },
      });
    }
  });

  it('draws an invoice whose charge has failed, or takes long, as due', async () => {
    const due = { amountPaid: 0, isDue: true, charge: null };
    const failed = (invoice: Invoice) => Invoice.recordFailure(invoice, NOON);
    expect(await charged(null, failed)).to.deep.equal({ ...due, refusals: 0 });
    expect(await charged(null)).to.deep.equal({ ...due, refusals: 60 });
    expect(await charged(3, failed)).to.deep.equal({ ...due, refusals: 0 });
  });
});
