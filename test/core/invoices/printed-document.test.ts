import { expect } from 'chai';
import { PrintedDocument } from '#core/invoices/printed-document.ts';
import { anInvoice, aPrintedLine, euros } from '../../support/builders/document-builders.ts';

const sums = (document: PrintedDocument) => ({
  subtotal: PrintedDocument.subtotal(document).toDecimal(),
  discount: PrintedDocument.discount(document).toDecimal(),
  taxes: PrintedDocument.taxLines(document).map(({ rate, taxable, amount }) => [
    rate,
    taxable.toDecimal(),
    amount.toDecimal(),
  ]),
  total: PrintedDocument.total(document).toDecimal(),
  due: PrintedDocument.amountDue(document).toDecimal(),
});

describe('a printed document', () => {
  it('adds up its lines, with tax added to the prices', () => {
    const lines = [
      aPrintedLine({ quantity: 3, unitPrice: euros(1_000n), discounts: [euros(100n), euros(50n)] }),
      aPrintedLine({ quantity: 1, unitPrice: euros(500n), percent: 7 }),
      aPrintedLine({ quantity: 1, unitPrice: euros(200n), percent: null }),
    ];
    expect(sums(anInvoice({ lines, amountPaid: euros(1_000n) }))).to.deep.equal({
      subtotal: '37.00',
      discount: '1.50',
      taxes: [
        [190_000, '28.50', '5.42'],
        [70_000, '5.00', '0.35'],
      ],
      total: '41.27',
      due: '31.27',
    });
  });

  it('adds up its lines, with tax included in the prices', () => {
    const lines = [aPrintedLine({ unitPrice: euros(5_950n), pricesIncludeTax: true })];
    expect(sums(anInvoice({ lines, pricesIncludeTax: true, amountPaid: euros(11_900n) }))).to.deep.equal({
      subtotal: '119.00',
      discount: '0.00',
      taxes: [[190_000, '100.00', '19.00']],
      total: '119.00',
      due: '0.00',
    });
  });

  it('is zero without lines', () => {
    expect(sums(anInvoice({ lines: [] }))).to.deep.include({ subtotal: '0.00', taxes: [], total: '0.00' });
  });
});
