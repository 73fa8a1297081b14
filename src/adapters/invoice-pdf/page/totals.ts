import { PrintedDocument } from '#core/invoices/printed-document.ts';
import { putContinuedHeader } from './header.ts';
import type { LinesTable } from './lines-table.ts';
import { PAGE, type Sheet } from './sheet.ts';
import { BOLD, NAME, NORMAL, type Printed, SMALL } from './style.ts';

type Row = Readonly<{ label: string; amount: string; style?: typeof BOLD | typeof NAME; hasRule?: boolean }>;

const LABELS = { x: 270, width: 170 } as const;
const AMOUNTS = { x: 445, width: PAGE.right - 445, align: 'right' } as const;
const PADDING = 3;

/** The sums below the lines, kept on one page, and then the notes. */
export const putTotals = (sheet: Sheet, printed: Printed, table: LinesTable): void => {
  const rows = rowsOf(printed).map((row) => {
    const style = row.style ?? NORMAL;
    const lines = sheet.typeset(row.label, { ...style, width: LABELS.width });
    return { ...row, style, lines, height: lines.reduce((sum, line) => sum + line.height, 0) + PADDING };
  });
  const height = rows.reduce((sum, row) => sum + row.height, 8);
  if (sheet.y + height > sheet.bottom) table.breakPage();
  sheet.y += 4;
  for (const { lines, amount, style, hasRule = false, height: rowHeight } of rows) {
    if (hasRule) sheet.rule(sheet.y, { from: LABELS.x });
    sheet.y += PADDING;
    sheet.drawLines(lines, sheet.y, { ...LABELS, ...style });
    sheet.drawCell(amount, sheet.y, { ...AMOUNTS, ...style });
    sheet.y += rowHeight;
  }
};

const rowsOf = ({ document, labels, formats }: Printed): Row[] => {
  const { kind, pricesIncludeTax, amountPaid, charge } = document;
  const discount = PrintedDocument.discount(document);
  const taxLines = PrintedDocument.taxLines(document).map(({ name, rate, taxable, amount }): Row => {
    const tax = `${name} ${formats.rate(rate)}`;
    const label = (pricesIncludeTax ? labels.includedTax : labels.addedTax)(tax, formats.money(taxable));
    return { label, amount: formats.money(amount) };
  });
  const total: Row = {
    label: labels.total,
    amount: formats.money(PrintedDocument.total(document)),
    style: BOLD,
    hasRule: true,
  };
  const rows: Row[] = [{ label: labels.subtotal, amount: formats.money(PrintedDocument.subtotal(document)) }];
  if (discount.minor !== 0n) rows.push({ label: labels.discount, amount: formats.money(discount.times(-1n)) });
  rows.push(...(pricesIncludeTax ? [total, ...taxLines] : [...taxLines, total]));
  const paid = charge === null ? labels.paid[kind] : labels.paidOn(formats.date(charge.at));
  const by = charge?.method ?? null;
  rows.push({ label: by === null ? paid : `${paid}, ${by}`, amount: formats.money(amountPaid) });
  const due = formats.money(PrintedDocument.amountDue(document));
  rows.push({ label: labels.amountDue[kind], amount: due, style: NAME, hasRule: true });
  return rows;
};

/** Sentences below the sums: why there is no tax, when to pay, and a footer that is too long for every page. */
export const putNotes = (sheet: Sheet, printed: Printed, footer: string | null): void => {
  const { document, labels } = printed;
  const notes: string[] = [];
  if (document.taxExemption === 'reverse_charge') notes.push(labels.reverseCharge);
  if (document.kind === 'invoice' && document.dueAt === null && isPayable(document)) notes.push(labels.dueAtOnce);
  sheet.y += 14;
  for (const [note, style] of [...notes.map((text) => [text, NORMAL] as const), [footer ?? '', SMALL] as const]) {
    for (const line of sheet.typeset(note, { ...style, width: PAGE.right - PAGE.left })) {
      if (sheet.y + line.height > sheet.bottom) {
        sheet.newPage();
        putContinuedHeader(sheet, printed);
      }
      sheet.y = sheet.drawLines([line], sheet.y, { x: PAGE.left, width: PAGE.right - PAGE.left, ...style });
    }
  }
};

const isPayable = (document: PrintedDocument): boolean => PrintedDocument.amountDue(document).minor > 0n;
