import { expect } from 'chai';
import { drawDocument } from '#adapters/invoice-pdf/draw-document.ts';
import { PrintedDocument } from '#core/invoices/printed-document.ts';
import { PricedLine } from '#core/pricing/priced-line.ts';
import { Money } from '#core/shared/money.ts';
import {
  aCreditNote,
  aLongInvoice,
  anInvoice,
  aPrintedLine,
  EUR,
  euros,
  NAMES,
  SELLER,
} from '../../support/builders/document-builders.ts';
import { pagesOf } from '../../support/documents/read-pdf.ts';

/** Scripts whose letters are extracted in another order: from right to left, or with reordered vowels. */
const REORDERED = ['Arabic', 'Hebrew', 'Devanagari'];

const COUNT = 500;

const lettersOf = (text: string): string[] => text.normalize('NFC').match(/[\p{L}\p{M}]/gu) ?? [];

const decimal = (amount: Money): string => amount.toDecimal().replaceAll(/\B(?=(\d{3})+\.)/g, ',');

/** The numbers of the lines on a page, in the order of the page. */
const numbersOn = (page: string): number[] =>
  Array.from(page.matchAll(/^No\. (\d+) /gm), ([, number]) => Number(number));

const carriedOn = (page: string, label: string): string | undefined =>
  new RegExp(`${label} ([\\d.,]+)`).exec(page)?.[1];

const oneLiner = async (fields: Partial<PrintedDocument>): Promise<string> =>
  (await pagesOf(await drawDocument(anInvoice(fields)))).join('\n');

describe('the pages of an invoice of 500 lines in many scripts', () => {
  const document = aLongInvoice(COUNT);
  let pages: string[];

  before(async () => {
    pages = await pagesOf(await drawDocument(document));
  });

  it('show each line once and in order', () => {
    expect(pages.flatMap(numbersOn)).to.deep.equal(Array.from({ length: COUNT }, (_, index) => index + 1));
  });

  it('show each name with all of its letters', () => {
    const rows = pages.flatMap((page) =>
      page
        .replace(/(Carried forward|Subtotal).*/s, '')
        .replaceAll(/\d\d Jan 2026/g, '')
        .split(/^No\. /m)
        .slice(1),
    );
    const names = Object.entries(NAMES);
    for (const [index, row] of rows.entries()) {
      const [script = '', name = ''] = names[index % names.length] ?? [];
      const [shown, expected] = REORDERED.includes(script)
        ? [lettersOf(row).toSorted(), lettersOf(name).toSorted()]
        : [lettersOf(row), lettersOf(name)];
      expect(shown.join(''), `line ${index + 1}, ${script}`).to.equal(expected.join(''));
    }
  });

  it('show words from right to left, and the words of a line too', () => {
    const [first = ''] = pages;
    const line = first.split('\n').find((each) => each.startsWith('No. 6 ')) ?? '';
    expect(line).to.match(/^No\. 6 مع \(2024 طراز\) البلوط خشب من كرسي/);
  });

  it('carry the sum of all lines so far from page to page', () => {
    let shown = 0;
    let carried = Money.ofMinor(0n, EUR);
    for (const [index, page] of pages.entries()) {
      if (index > 0) expect(carriedOn(page, 'Brought forward'), `page ${index + 1}`).to.equal(decimal(carried));
      shown += numbersOn(page).length;
      carried = document.lines
        .slice(0, shown)
        .reduce((sum, { line }) => sum.add(PricedLine.discounted(line)), euros(0n));
      if (index < pages.length - 1) {
        expect(carriedOn(page, 'Carried forward'), `page ${index + 1}`).to.equal(decimal(carried));
      }
    }
  });

  it('repeat the head of the table and count the pages', () => {
    for (const [index, page] of pages.entries()) {
      expect(page).to.include('Description Quantity Unit price Discount Tax Amount (EUR)');
      expect(page).to.include(`Page ${index + 1} of ${pages.length}`);
      expect(page).to.include('Amtsgericht Berlin HRB 12345');
    }
  });

  it('end with the sums', () => {
    const last = pages.at(-1) ?? '';
    expect(last).to.include(`Subtotal ${decimal(PrintedDocument.subtotal(document))} EUR`);
    expect(last).to.include(`Total ${decimal(PrintedDocument.total(document))} EUR`);
    expect(last).to.match(/VAT 7 % on [\d,.]+ EUR [\d,.]+ EUR\nVAT 19 % on/);
  });
});

describe('a page of an invoice', () => {
  it('shows periods in the time zone of its dates, and no day twice', async () => {
    const daysOf = async (...times: readonly string[]): Promise<readonly string[] | null> => {
      const [first = '', ...ends] = times;
      const periods = ends.map((end, index) => ({ start: new Date(ends[index - 1] ?? first), end: new Date(end) }));
      const page = await oneLiner({ lines: periods.map((period) => aPrintedLine({ period })) });
      return page.match(/\d\d \w{3} 2026 – \d\d \w{3} 2026/g);
    };
    const months = ['01 Mar 2026 – 31 Mar 2026', '01 Apr 2026 – 30 Apr 2026'];
    expect(await daysOf('2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z', '2026-04-30T22:00:00Z')).to.deep.equal(months);
    expect(await daysOf('2026-03-01T09:15:00Z', '2026-04-01T09:15:00Z', '2026-05-01T09:15:00Z')).to.deep.equal(months);
    const night = ['2026-03-28T23:10:00Z', '2026-03-29T22:10:00Z', '2026-03-30T22:10:00Z'];
    expect(await daysOf(...night)).to.deep.equal(['29 Mar 2026 – 29 Mar 2026', '30 Mar 2026 – 30 Mar 2026']);
    expect(await daysOf('2026-06-01T09:15:00Z', '2026-06-01T09:45:00Z')).to.deep.equal(['01 Jun 2026 – 01 Jun 2026']);
  });

  it('has what is due at its head', async () => {
    expect(await oneLiner({})).to.match(/^(.*\n)?Invoice\nAmount due 119.00 EUR\n/);
    expect(await oneLiner({ amountPaid: euros(11_900n), dueAt: null })).to.match(/Invoice\nAmount due 0.00 EUR\n/);
  });

  it('shows parties, numbers and dates of the document’s time zone', async () => {
    const page = await oneLiner({});
    for (const text of [
      'Tischlerei Grün GmbH',
      'Hauptstraße 1\n10115 Berlin\nGermany',
      'VAT number: DE136695976',
      'Ada Lovelace\n12 St James’s Square\nLondon\nUnited Kingdom',
      'Invoice number INV-2026-0001',
      'Order 1001',
      'Date of issue 01 Apr 2026',
      'Date of supply 30 Mar 2026',
      'Due date 15 Apr 2026',
      'Oak chair 2 50.00 19 % 100.00',
      'Amount due 119.00 EUR',
      'Page 1 of 1',
    ]) {
      expect(page).to.include(text);
    }
  });

  it('is in German', async () => {
    const period = { start: new Date('2026-01-31T00:00:00Z'), end: new Date('2026-02-28T00:00:00Z') };
    const page = await oneLiner({ language: 'de', supply: period, lines: [aPrintedLine({ period })] });
    for (const text of [
      'Rechnung\n',
      'Ausstellungsdatum 01.04.2026',
      'Leistungszeitraum 31.01.2026 – 27.02.2026',
      'Betrag (EUR)',
      'VAT 19 % auf 100,00 EUR 19,00 EUR',
      'Zu zahlen 119,00 EUR',
      'Seite 1 von 1',
    ]) {
      expect(page).to.include(text);
    }
  });

  it('shows a credit note, its invoice and what was refunded', async () => {
    const [page] = await pagesOf(await drawDocument(aCreditNote({ amountPaid: euros(11_900n) })));
    expect(page).to.include('Credit note number CN-2026-0001');
    expect(page).to.include('For invoice INV-2026-0001');
    expect(page).to.include('Refunded 119.00 EUR');
    expect(page).to.include('Remaining credit 0.00 EUR');
  });

  it('explains a reverse charge, and that an invoice without a due date is payable at once', async () => {
    const page = await oneLiner({
      taxExemption: 'reverse_charge',
      dueAt: null,
      lines: [aPrintedLine({ percent: null })],
    });
    expect(page).to.include('Reverse charge: the recipient of the supply owes the tax.\nPayable on receipt.');
    expect(page).to.include('Oak chair 2 50.00 – 100.00');
  });

  it('shows the tax that prices include below the total', async () => {
    const lines = [aPrintedLine({ unitPrice: euros(5_950n), pricesIncludeTax: true })];
    const page = await oneLiner({ pricesIncludeTax: true, lines });
    expect(page).to.include('Total 119.00 EUR\nIncludes VAT 19 % on 100.00 EUR 19.00 EUR');
  });

  it('writes amounts with the decimals of their currency', async () => {
    for (const [currency, text] of [
      ['JPY', '123,456 JPY'],
      ['KWD', '123.456 KWD'],
    ] as const) {
      const price = Money.ofMinor(123_456n, currency as typeof EUR);
      const page = await oneLiner({
        currency: currency as typeof EUR,
        amountPaid: price,
        lines: [aPrintedLine({ quantity: 1, unitPrice: price, percent: null })],
      });
      expect(page).to.include(`Total ${text}`);
    }
  });

  it('fits the largest amounts into their columns', async () => {
    const unitPrice = euros(99_999_999_999_999n);
    const page = await oneLiner({ lines: [aPrintedLine({ quantity: 1, unitPrice, discounts: [euros(1n)] })] });
    expect(page).to.include('Oak chair 1 999,999,999,999.99 -0.01 19 % 999,999,999,999.98');
  });

  it('prints a footer that is too long for every page once', async () => {
    const footer = Array.from({ length: 40 }, (_, index) => `Clause ${index + 1}`).join('\n');
    const page = await oneLiner({ footer });
    expect(page.match(/Clause \d+\b/g)).to.have.length(40);
  });

  it('leaves out what is not known', async () => {
    const page = await oneLiner({
      orderNumber: null,
      footer: null,
      seller: { ...SELLER, legalName: null, address: null, taxId: null, email: null },
    });
    expect(page).not.to.include('null');
    expect(page).not.to.include('VAT number');
  });
});
