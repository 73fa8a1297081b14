import { expect } from 'chai';
import fc from 'fast-check';
import { drawDocument } from '#adapters/invoice-pdf/draw-document.ts';
import { printed } from '#adapters/invoice-pdf/page/style.ts';
import { crossIndustryInvoice } from '#adapters/invoice-pdf/xml/cross-industry-invoice.ts';
import { PrintedDocument } from '#core/invoices/printed-document.ts';
import {
  aCreditNote,
  anInvoice,
  aPrintedLine,
  BUYER,
  euros,
  SELLER,
} from '../../support/builders/document-builders.ts';
import { attachmentsOf, elementsOf, parsedXml, textOf } from '../../support/documents/read-pdf.ts';
import { runs } from '../../support/extent.ts';

const xmlOf = (document: PrintedDocument) => parsedXml(crossIndustryInvoice(printed(document)));

type Xml = ReturnType<typeof xmlOf>;

const cents = (decimal: string): number => Math.round(Number(decimal) * 100);

const textsOf = (element: unknown, name: string): string[] => elementsOf(element, name).map(String);

const sumOf = (element: unknown, name: string): number =>
  textsOf(element, name).reduce((sum, text) => sum + cents(text), 0);

/** The arithmetic of EN 16931: BR-CO-10 to BR-CO-16, BR-S-08, and lines that follow from their prices. */
const requireAgreement = (document: PrintedDocument, xml: Xml): void => {
  const items = elementsOf(xml, 'IncludedSupplyChainTradeLineItem');
  const [sums] = elementsOf(xml, 'SpecifiedTradeSettlementHeaderMonetarySummation');
  const amount = (name: string) => cents(textOf(sums, name));
  for (const item of items) {
    const price = elementsOf(item, 'NetPriceProductTradePrice');
    const basis = elementsOf(price[0], 'BasisQuantity').length === 0 ? 1 : Number(textOf(item, 'BasisQuantity'));
    const whole = (Number(textOf(item, 'BilledQuantity')) * cents(textOf(item, 'ChargeAmount'))) / basis;
    expect(cents(textOf(item, 'LineTotalAmount'))).to.equal(Math.round(whole) - sumOf(item, 'ActualAmount'));
    expect(cents(textOf(item, 'ChargeAmount'))).to.be.at.least(0);
  }
  const [settlement] = elementsOf(xml, 'ApplicableHeaderTradeSettlement');
  expect(amount('LineTotalAmount')).to.equal(
    items.reduce<number>((sum, item) => sum + cents(textOf(item, 'LineTotalAmount')), 0),
  );
  expect(amount('TaxBasisTotalAmount')).to.equal(amount('LineTotalAmount'));
  expect(sumOf(settlement, 'BasisAmount')).to.equal(amount('TaxBasisTotalAmount'));
  expect(sumOf(settlement, 'CalculatedAmount')).to.equal(amount('TaxTotalAmount'));
  expect(amount('GrandTotalAmount')).to.equal(amount('TaxBasisTotalAmount') + amount('TaxTotalAmount'));
  expect(amount('DuePayableAmount')).to.equal(amount('GrandTotalAmount') - amount('TotalPrepaidAmount'));
  expect(amount('GrandTotalAmount')).to.equal(Number(PrintedDocument.total(document).minor));
};

const categoriesOf = (xml: Xml): string[] =>
  elementsOf(elementsOf(xml, 'ApplicableHeaderTradeSettlement')[0], 'CategoryCode').map(String);

describe('the invoice for machines', () => {
  it('is embedded in the PDF under its name, with its properties in the metadata', async () => {
    const file = await drawDocument(anInvoice());
    const [attachment, ...others] = await attachmentsOf(file);
    expect(others).to.deep.equal([]);
    expect(attachment?.name).to.equal('factur-x.xml');
    expect(attachment?.content).to.equal(crossIndustryInvoice(printed(anInvoice())));
    const source = Buffer.from(file).toString('latin1');
    for (const text of [
      '/AFRelationship /Alternative',
      '/Subtype /text#2Fxml',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>B</pdfaid:conformance>',
      '/OutputIntents',
    ]) {
      expect(source).to.include(text);
    }
  });

  it('names the parties, dates and numbers', () => {
    const xml = xmlOf(anInvoice());
    const [document] = elementsOf(xml, 'ExchangedDocument');
    expect(textOf(document, 'ID')).to.equal('INV-2026-0001');
    expect(textOf(document, 'TypeCode')).to.equal('380');
    expect(textOf(elementsOf(document, 'IssueDateTime')[0], 'DateTimeString')).to.equal('20260401');
    const [seller] = elementsOf(xml, 'SellerTradeParty');
    expect(textOf(seller, 'Name')).to.equal('Tischlerei Grün GmbH');
    expect(textOf(seller, 'TradingBusinessName')).to.equal('Tischlerei Grün');
    expect(elementsOf(seller, 'SpecifiedTaxRegistration')).to.deep.equal([
      { ID: { '@schemeID': 'VA', '#': 'DE136695976' } },
    ]);
    expect(textOf(elementsOf(xml, 'BuyerTradeParty')[0], 'CountryID')).to.equal('GB');
    expect(textOf(elementsOf(xml, 'SellerOrderReferencedDocument')[0], 'IssuerAssignedID')).to.equal('1001');
    expect(textOf(elementsOf(xml, 'DueDateDateTime')[0], 'DateTimeString')).to.equal('20260415');
    expect(textOf(elementsOf(xml, 'OccurrenceDateTime')[0], 'DateTimeString')).to.equal('20260330');
  });

  it('of a credit note refers to the invoice', () => {
    const xml = xmlOf(aCreditNote());
    expect(textOf(elementsOf(xml, 'ExchangedDocument')[0], 'TypeCode')).to.equal('381');
    expect(textOf(elementsOf(xml, 'InvoiceReferencedDocument')[0], 'IssuerAssignedID')).to.equal('INV-2026-0001');
  });

  it('has the category of each tax and why there is none', () => {
    const untaxed = aPrintedLine({ percent: null });
    const categories = (fields: Partial<PrintedDocument>) => categoriesOf(xmlOf(anInvoice(fields)));
    expect(categories({ lines: [aPrintedLine(), untaxed, aPrintedLine({ percent: 0 })] })).to.deep.equal([
      'S',
      'E',
      'Z',
    ]);
    expect(categories({ lines: [untaxed], seller: { ...SELLER, taxId: null } })).to.deep.equal(['O']);
    const reverse = xmlOf(anInvoice({ lines: [untaxed], taxExemption: 'reverse_charge' }));
    expect(categoriesOf(reverse)).to.deep.equal(['AE']);
    expect(textOf(reverse, 'ExemptionReason')).to.equal('Reverse charge: the recipient of the supply owes the tax.');
    const lines = [aPrintedLine(), untaxed];
    expect(categories({ lines, taxExemption: 'reverse_charge' })).to.deep.equal(['S', 'AE']);
  });

  it('has one entry per rate, also if taxes of the rate have several names', () => {
    const [line] = [aPrintedLine()];
    const other = { ...line, line: { ...line.line, tax: line.line.tax && { ...line.line.tax, name: 'MwSt.' } } };
    expect(categoriesOf(xmlOf(anInvoice({ lines: [line, other] })))).to.deep.equal(['S']);
  });

  it('gives a local tax id as such, and a seller without a VAT number an id', () => {
    const [seller] = elementsOf(xmlOf(anInvoice({ seller: { ...SELLER, taxId: '12/345/67890' } })), 'SellerTradeParty');
    expect(elementsOf(seller, 'ID')).to.deep.equal(['12/345/67890', { '@schemeID': 'FC', '#': '12/345/67890' }]);
  });

  it('turns a credit within an invoice into a negative quantity', () => {
    const document = anInvoice({
      lines: [aPrintedLine({ unitPrice: euros(-1_000n), quantity: 1 }), aPrintedLine({ unitPrice: euros(2_500n) })],
    });
    const xml = xmlOf(document);
    expect(elementsOf(xml, 'BilledQuantity').map((each) => (each as Record<string, string>)['#'])).to.deep.equal([
      '-1',
      '2',
    ]);
    requireAgreement(document, xml);
  });

  it('is left out, with its metadata, of what EN 16931 does not allow', async () => {
    for (const fields of [{ buyer: { ...BUYER, address: null } }, { seller: { ...SELLER, taxId: null } }]) {
      const file = await drawDocument(anInvoice(fields));
      expect(await attachmentsOf(file)).to.deep.equal([]);
      expect(Buffer.from(file).toString('latin1')).not.to.include('factur-x');
    }
  });

  it('adds up to the cent, whatever prices, discounts and taxes are', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 0, max: 1_000 }),
      price: fc.bigInt({ min: 0n, max: 1_000_000n }),
      discounts: fc.array(fc.bigInt({ min: 0n, max: 300n }), { maxLength: 3 }),
      percent: fc.option(fc.constantFrom(0, 5.5, 7, 19, 25)),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), fc.boolean(), (lines, pricesIncludeTax) => {
        const document = anInvoice({
          pricesIncludeTax,
          lines: lines.map(({ quantity, price, discounts, percent }) =>
            aPrintedLine({
              quantity,
              price: euros(quantity === 0 ? 0n : price + 1_000n),
              discounts: quantity === 0 ? [] : discounts.map(euros),
              percent,
              pricesIncludeTax,
            }),
          ),
        });
        requireAgreement(document, xmlOf(document));
      }),
      { numRuns: runs(200) },
    );
  });

  it('is well-formed with any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const document = anInvoice({
          number: text,
          footer: text,
          buyer: { ...BUYER, name: text, email: text, taxId: text },
          lines: [aPrintedLine({ description: text })],
        });
        expect(textOf(elementsOf(xmlOf(document), 'BuyerTradeParty')[0], 'Name')).not.to.equal('');
      }),
      { numRuns: runs(200) },
    );
  });
});
