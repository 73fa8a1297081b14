import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

const fontFile = (name: string): string =>
  fileURLToPath(new URL(`../../src/adapters/invoice-pdf/fonts/NotoSans-${name}.ttf`, import.meta.url));

const REGULAR = fontFile('Regular');
const BOLD = fontFile('Bold');

/** Text on a page: font, size, left and upper edge. */
type Text = readonly [font: string, size: number, x: number, y: number, text: string];

/** What the benchmark's invoice shows, in the same fonts and sizes. */
const TEXTS: readonly Text[] = [
  [BOLD, 20, 460, 50, 'Invoice'],
  ...['Invoice number', 'Order', 'Date of issue', 'Date of supply', 'Due date'].map(
    (text, index): Text => [REGULAR, 9, 330, 80 + 14 * index, text],
  ),
  ...['INV-2026-0001', '1001', '01 Apr 2026', '30 Mar 2026', '15 Apr 2026'].map(
    (text, index): Text => [REGULAR, 9, 480, 80 + 14 * index, text],
  ),
  [BOLD, 11, 50, 50, 'Tischlerei Grün'],
  ...[
    'Tischlerei Grün GmbH',
    'Hauptstraße 1',
    '10115 Berlin',
    'Germany',
    'VAT number: DE136695976',
    'rechnung@gruen.example',
  ].map((text, index): Text => [REGULAR, 9, 50, 66 + 12 * index, text]),
  [REGULAR, 7.5, 50, 160, 'Bill to'],
  [BOLD, 11, 50, 172, 'Ada Lovelace'],
  ...['12 St James’s Square', 'London', 'United Kingdom', 'ada@example.com'].map(
    (text, index): Text => [REGULAR, 9, 50, 188 + 12 * index, text],
  ),
  ...['Description', 'Quantity', 'Unit price', 'Tax', 'Amount (EUR)'].map(
    (text, index): Text => [REGULAR, 7.5, 50 + 100 * index, 260, text],
  ),
  ...['Oak chair', '2', '50.00', '19 %', '100.00'].map(
    (text, index): Text => [REGULAR, 9, 50 + 100 * index, 280, text],
  ),
  ...['Subtotal', 'VAT 19 % on 100.00 EUR', 'Total', 'Paid', 'Amount due'].map(
    (text, index): Text => [index < 2 ? REGULAR : BOLD, 9, 270, 310 + 16 * index, text],
  ),
  ...['100.00 EUR', '19.00 EUR', '119.00 EUR', '0.00 EUR', '119.00 EUR'].map(
    (text, index): Text => [index < 2 ? REGULAR : BOLD, 9, 470, 310 + 16 * index, text],
  ),
  [REGULAR, 7.5, 50, 770, 'Tischlerei Grün GmbH · IBAN DE02 1203 0000 0000 2020 51'],
  [REGULAR, 7.5, 50, 780, 'Amtsgericht Berlin HRB 12345'],
  [REGULAR, 7.5, 500, 802, 'Page 1 of 1'],
];

/** A page with the texts of an invoice by pdfkit alone: no XML, no PDF/A, no other scripts. */
export const drawBarePage = async (): Promise<Buffer> => {
  const pdf = new PDFDocument({ size: 'A4', margin: 0, font: REGULAR });
  const bytes = buffer(pdf);
  for (const [font, size, x, y, text] of TEXTS) pdf.font(font).fontSize(size).text(text, x, y, { lineBreak: false });
  pdf.end();
  return bytes;
};
