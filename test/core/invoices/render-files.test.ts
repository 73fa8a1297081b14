import { expect } from 'chai';
import { invoiceGauges } from '#core/invoices/invoice-gauges.ts';
import { makeRenderFiles } from '#core/invoices/use-cases/render-file.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';
import { aDraft, finalized } from '../../support/builders/invoice-builders.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('renderFiles', () => {
  it('tries a file that fails again after a growing pause, and reports it until it is rendered', async () => {
    const { unitOfWork, invoiceQueries: queries } = await openMemoryStorage();
    const { id } = finalized(aDraft());
    await unitOfWork.run((tx) => tx.invoices.requestFile(id));
    let now = NOON;
    let attempts = 0;
    let isBroken = true;
    const logged: object[] = [];
    const renderFiles = makeRenderFiles({
      ...{ queries, unitOfWork, systemClock: { isSystemTime: true, now: () => now } },
      log: { ...console, error: (fields: object) => logged.push(fields) } as never,
      async renderFile() {
        attempts += 1;
        if (isBroken) throw new Error('no such glyph');
        const pdf = Uint8Array.of(1);
        await unitOfWork.run((tx) => tx.invoices.storeFile(id, pdf));
        return pdf;
      },
    });
    const attemptedAt: number[] = [];
    for (let second = 0; second < 3_600; second += 1) {
      now = noonPlus(second);
      const before = attempts;
      await renderFiles();
      if (attempts > before) attemptedAt.push(second);
    }
    expect(attemptedAt).to.deep.equal([0, 10, 30, 70, 150, 310, 630, 1_270, 2_550]);
    expect(logged).to.have.length(9);
    expect(logged[0]).to.have.property('err').with.property('message', 'no such glyph');
    const gauges = invoiceGauges({ queries });
    expect(await gauges.read()).to.deep.equal({ invoice_files_pending: 1, invoice_files_failing: 1 });
    isBroken = false;
    now = noonPlus(86_400);
    expect(await renderFiles()).to.equal(1);
    expect(await gauges.read()).to.deep.equal({ invoice_files_pending: 0, invoice_files_failing: 0 });
    expect(await renderFiles()).to.equal(0);
  });
});
