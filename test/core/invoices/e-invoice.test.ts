import { expect } from 'chai';
import { PrintedDocument } from '#core/invoices/printed-document.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { anInvoice, aPrintedLine, BUYER, euros, SELLER } from '../../support/builders/document-builders.ts';

const missing = (fields: Partial<PrintedDocument>) => {
  const { profile, missing: gaps } = PrintedDocument.eInvoice(anInvoice(fields));
  expect(profile).to.equal(gaps.length === 0 ? 'en16931' : null);
  return gaps;
};

const untaxed = aPrintedLine({ percent: null });

/** Lines of 0.03, whose tax is computed for each. */
const smallLines = (count: number, pricesIncludeTax: boolean) =>
  Array.from({ length: count }, () => aPrintedLine({ unitPrice: euros(3n), quantity: 1, pricesIncludeTax }));

describe('EInvoice', () => {
  it('has the profile EN 16931 where nothing is missing', () => {
    expect(missing({})).to.deep.equal([]);
    expect(missing({ lines: [aPrintedLine(), aPrintedLine({ percent: 7 }), untaxed] })).to.deep.equal([]);
  });

  it('needs the addresses of both parties', () => {
    expect(missing({ seller: { ...SELLER, address: null } })).to.deep.equal(['seller.address']);
    expect(missing({ buyer: { ...BUYER, address: null } })).to.deep.equal(['buyer.address']);
  });

  it('needs the tax id of a seller who charges tax', () => {
    const seller = { ...SELLER, taxId: null };
    expect(missing({ seller })).to.deep.equal(['seller.tax_id']);
    expect(missing({ seller, lines: [untaxed, aPrintedLine({ percent: 0 })] })).to.deep.equal(['seller.tax_id']);
    expect(missing({ seller, lines: [untaxed] })).to.deep.equal([]);
    expect(missing({ seller: { ...SELLER, taxId: '12/345/67890' } })).to.deep.equal([]);
  });

  it('needs the tax ids of both parties of a reverse charge', () => {
    const document = { lines: [untaxed], taxExemption: 'reverse_charge' } as const;
    const buyer = { ...BUYER, taxId: 'ATU12345678' };
    expect(missing({ ...document, buyer })).to.deep.equal([]);
    expect(missing({ ...document, buyer: { ...BUYER, taxId: '12345' } })).to.deep.equal(['buyer.tax_id']);
    expect(missing({ ...document, seller: { ...SELLER, taxId: null } })).to.deep.equal([
      'seller.tax_id',
      'buyer.tax_id',
    ]);
  });

  it('has amounts of two decimals at most', () => {
    const amount = (minor: bigint, code: string) => Money.ofMinor(minor, code as Currency);
    const inCurrency = (code: string) => ({
      currency: code as Currency,
      lines: [aPrintedLine({ unitPrice: amount(1_000n, code) })],
      amountPaid: amount(0n, code),
    });
    expect(missing(inCurrency('KWD'))).to.deep.equal(['currency']);
    expect(missing(inCurrency('JPY'))).to.deep.equal([]);
  });

  it('has taxes that differ from the rate of the sum by less than 1.00', () => {
    for (const pricesIncludeTax of [true, false]) {
      expect(missing({ pricesIncludeTax, lines: smallLines(100, pricesIncludeTax) })).to.deep.equal([]);
      expect(missing({ pricesIncludeTax, lines: smallLines(400, pricesIncludeTax) })).to.deep.equal(['tax_lines']);
    }
  });

  it('adds up the taxes of a rate that have several names', () => {
    const renamed = smallLines(300, false).map((line, index) => {
      const name = index % 2 === 0 ? 'VAT' : 'MwSt.';
      return { ...line, line: { ...line.line, tax: line.line.tax && { ...line.line.tax, name } } };
    });
    expect(missing({ lines: renamed })).to.deep.equal(['tax_lines']);
  });
});
