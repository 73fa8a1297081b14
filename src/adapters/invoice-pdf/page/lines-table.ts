import type { PrintedLine } from '#core/invoices/printed-document.ts';
import { PricedLine } from '#core/pricing/priced-line.ts';
import { Money } from '#core/shared/money.ts';
import type { Line, TextStyle } from '../text/typesetter.ts';
import { putContinuedHeader } from './header.ts';
import { GRAY, LIGHT, PAGE, type Sheet } from './sheet.ts';
import { BOLD, NORMAL, type Printed, SMALL } from './style.ts';

type Column = Readonly<{ x: number; width: number; align: 'left' | 'right' }>;

type Columns = Readonly<Record<'description' | 'quantity' | 'unitPrice' | 'discount' | 'tax' | 'amount', Column>>;

const PADDING = 4;
const GAP = 8;

/** What a page keeps free below the lines for the carried total. */
const CARRIED_HEIGHT = 22;

/** Rows that are higher than this may begin on one page and end on another, with this height at least on the first. */
const MIN_SPLIT = 400;
const MIN_STARTED = 40;

const EMPTY_HEIGHT = 13;

/** A line of the first column, and how it looks. */
type Text = Readonly<{ line: Line; style: TextStyle & Readonly<{ color?: string }> }>;

/** Without discounts, their column is left out. */
const columnsOf = (hasDiscounts: boolean): Columns => {
  let right: number = PAGE.right;
  const column = (width: number): Column => {
    right -= width;
    return { x: right + GAP, width: width - GAP, align: 'right' };
  };
  const amount = column(82);
  const tax = column(46);
  const discount = column(hasDiscounts ? 66 : 0);
  const unitPrice = column(76);
  const quantity = column(52);
  const description = { x: PAGE.left, width: right - PAGE.left, align: 'left' } as const;
  return { description, quantity, unitPrice, discount, tax, amount };
};

/** Puts all lines on as many pages as they need, with the sum so far at each page break. */
export const putLines = (sheet: Sheet, printed: Printed): LinesTable => {
  const { document } = printed;
  const zero = Money.ofMinor(0n, document.currency);
  const hasDiscounts = document.lines.some(({ line }) => line.discounts.length > 0);
  const table = makeTable(sheet, printed, columnsOf(hasDiscounts));
  table.head();
  let carried = zero;
  for (const line of document.lines) {
    table.row(line, carried);
    carried = carried.add(PricedLine.discounted(line.line));
  }
  return { breakPage: () => table.breakPage(carried) };
};

/** The table after its last line. */
export type LinesTable = Readonly<{
  /** Starts a page for what belongs to all lines. */
  breakPage(): void;
}>;

const makeTable = (sheet: Sheet, printed: Printed, columns: Columns) => {
  const { document, labels, formats } = printed;
  const lowest = () => sheet.bottom - CARRIED_HEIGHT;

  const head = (): void => {
    const style = { ...SMALL, color: GRAY };
    const y = sheet.y;
    sheet.drawCell(labels.description, y, { ...columns.description, ...style });
    sheet.drawCell(labels.quantity, y, { ...columns.quantity, ...style });
    sheet.drawCell(labels.unitPrice, y, { ...columns.unitPrice, ...style });
    if (columns.discount.width > 0) sheet.drawCell(labels.discount, y, { ...columns.discount, ...style });
    sheet.drawCell(labels.tax, y, { ...columns.tax, ...style });
    sheet.drawCell(labels.amount(document.currency), y, { ...columns.amount, ...style });
    sheet.rule(y + 13);
    sheet.y = y + 13 + PADDING;
  };

  const carry = (label: string, carried: Money): void => {
    sheet.drawCell(label, sheet.y, { ...columns.description, ...BOLD });
    sheet.drawCell(formats.amount(carried), sheet.y, { ...columns.amount, ...BOLD });
    sheet.y += 13 + PADDING;
  };

  const breakPage = (carried: Money): void => {
    carry(labels.carriedForward, carried);
    sheet.newPage();
    putContinuedHeader(sheet, printed);
    head();
    carry(labels.broughtForward, carried);
  };

  /** The cells beside the description, on the baseline of its first line. */
  const putNumbers = ({ quantity, unitPrice, line }: PrintedLine, y: number, ascent: number | undefined): void => {
    const put = (text: string, column: Column) => sheet.drawCell(text, y, { ...column, ...NORMAL, ascent });
    const discount = PricedLine.discount(line);
    put(formats.quantity(quantity), columns.quantity);
    put(formats.amount(unitPrice), columns.unitPrice);
    if (discount.minor !== 0n) put(formats.amount(discount.times(-1n)), columns.discount);
    put(line.tax === null ? '–' : formats.rate(line.tax.rate), columns.tax);
    put(formats.amount(PricedLine.discounted(line)), columns.amount);
  };

  /** The lines of a description and its period. */
  const textsOf = ({ description, period }: PrintedLine): Text[] => {
    const { width } = columns.description;
    const days = period === null ? '' : formats.period(period);
    return [
      ...sheet.typeset(description, { ...NORMAL, width }).map((line) => ({ line, style: NORMAL })),
      ...sheet.typeset(days, { ...SMALL, width }).map((line) => ({ line, style: { ...SMALL, color: GRAY } })),
    ];
  };

  const row = (line: PrintedLine, before: Money): void => {
    const texts = textsOf(line);
    const height = texts.reduce((sum, text) => sum + text.line.height, 0);
    const fits = sheet.y + height <= lowest();
    // a description that is longer than a page starts where it is
    if (!fits && (height < MIN_SPLIT || sheet.y + MIN_STARTED > lowest())) breakPage(before);
    const top = sheet.y;
    const [first, ...others] = texts;
    if (first === undefined) sheet.y += EMPTY_HEIGHT;
    else sheet.y = sheet.drawLines([first.line], top, { ...columns.description, ...first.style });
    putNumbers(line, top, first?.line.ascent);
    for (const text of others) {
      if (sheet.y + text.line.height > lowest()) breakPage(before.add(PricedLine.discounted(line.line)));
      sheet.y = sheet.drawLines([text.line], sheet.y, { ...columns.description, ...text.style });
    }
    sheet.rule(sheet.y + PADDING - 1, { color: LIGHT });
    sheet.y += PADDING * 2;
  };

  return { head, row, breakPage };
};
