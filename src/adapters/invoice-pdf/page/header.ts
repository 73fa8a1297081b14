import { PrintedDocument } from '#core/invoices/printed-document.ts';
import { partyLines } from './party-lines.ts';
import { GRAY, PAGE, type Sheet } from './sheet.ts';
import { NAME, NORMAL, type Printed, SMALL, TITLE } from './style.ts';

const LEFT = { x: PAGE.left, width: 255 } as const;

const LOGO = { x: PAGE.left, width: 180, height: 48 } as const;

/** The title and the facts, on the right. */
const FACTS = { x: 330, width: 215.28 } as const;
const FACT_NAMES = { x: FACTS.x, width: 95 } as const;
const FACT_VALUES = { x: FACTS.x + 98, width: FACTS.width - 98, align: 'right' } as const;

/** The first page's head: who sells, what the document is, and who buys. */
export const putHeader = (sheet: Sheet, printed: Printed): void => {
  const { document, labels } = printed;
  const { seller, logo, buyer } = document;
  const right = putFacts(sheet, printed);

  let y: number = PAGE.top;
  if (logo !== null) y = sheet.drawImage(logo, y, LOGO) + 10;
  y = sheet.drawText(seller.name, y, { ...LEFT, ...NAME });
  y = sheet.drawText(partyLines(seller, printed).join('\n'), y + 2, { ...LEFT, ...NORMAL });

  y = sheet.drawText(labels.buyer, Math.max(y + 18, 150), { ...LEFT, ...SMALL, color: GRAY });
  y = sheet.drawText(buyer.name, y + 2, { ...LEFT, ...NAME });
  y = sheet.drawText(partyLines(buyer, printed).join('\n'), y + 2, { ...LEFT, ...NORMAL });
  sheet.y = Math.max(y, right) + 24;
};

const putFacts = (sheet: Sheet, printed: Printed): number => {
  const { document, labels, formats } = printed;
  let y = sheet.drawText(labels.title[document.kind], PAGE.top - 6, { ...FACTS, ...TITLE, align: 'right' });
  const due = formats.money(PrintedDocument.amountDue(document));
  y = sheet.drawText(`${labels.amountDue[document.kind]} ${due}`, y + 2, { ...FACTS, ...NAME, align: 'right' }) + 8;
  for (const [name, value] of factsOf(printed)) {
    sheet.drawCell(name, y, { ...FACT_NAMES, ...NORMAL, color: GRAY });
    y = sheet.drawText(value, y, { ...FACT_VALUES, ...NORMAL }) + 2;
  }
  return y;
};

const factsOf = ({ document, labels, formats }: Printed): [name: string, value: string][] => {
  const { kind, number, correctedInvoiceNumber, orderNumber, issuedAt, supply, dueAt } = document;
  const facts: [string, string][] = [[labels.number[kind], number]];
  if (correctedInvoiceNumber !== null) facts.push([labels.correctedInvoice, correctedInvoiceNumber]);
  if (orderNumber !== null) facts.push([labels.order, String(orderNumber)]);
  facts.push([labels.issued, formats.date(issuedAt)]);
  facts.push(
    supply instanceof Date ? [labels.supplyDate, formats.date(supply)] : [labels.supplyPeriod, formats.period(supply)],
  );
  if (dueAt !== null) facts.push([labels.due, formats.date(dueAt)]);
  return facts;
};

/** The head of the other pages: which document they belong to. */
export const putContinuedHeader = (sheet: Sheet, { document, labels }: Printed): void => {
  const style = { ...SMALL, color: GRAY };
  const title = `${labels.title[document.kind]} ${document.number}`;
  sheet.drawCell(title, PAGE.top - 14, { ...LEFT, ...style });
  const [seller] = sheet.typeset(document.seller.name, { ...SMALL, width: FACTS.width });
  if (seller !== undefined) sheet.drawLines([seller], PAGE.top - 14, { ...FACTS, ...style, align: 'right' });
  sheet.y = PAGE.top + 6;
};
