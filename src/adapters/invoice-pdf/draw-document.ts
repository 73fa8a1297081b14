import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { PrintedDocument } from '#core/invoices/printed-document.ts';
import { reserveFooter } from './page/footer.ts';
import { putHeader } from './page/header.ts';
import { putLines } from './page/lines-table.ts';
import { makeSheet, PAGE } from './page/sheet.ts';
import { printed } from './page/style.ts';
import { putNotes, putTotals } from './page/totals.ts';
import { clearTypefaces } from './text/typefaces.ts';
import { attachXml } from './xml/attach-xml.ts';

/** The document as a PDF/A-3b. It blocks the thread while it draws. */
export const drawDocument = async (document: PrintedDocument): Promise<Uint8Array<ArrayBuffer>> => {
  clearTypefaces();
  const writing = printed(document);
  const pdf = new PDFDocument({
    subset: 'PDF/A-3b',
    pdfVersion: '1.7',
    lang: document.language,
    displayTitle: true,
    bufferPages: true,
    size: [PAGE.width, PAGE.height],
    margin: 0,
    font: '',
    info: {
      Title: plain(`${writing.labels.title[document.kind]} ${document.number}`),
      // the only time that a document knows, so that it is the same whenever it is drawn
      CreationDate: document.issuedAt,
    },
  });
  const bytes = buffer(pdf);
  const sheet = makeSheet(pdf);
  const footer = reserveFooter(sheet, writing);
  putHeader(sheet, writing);
  const table = putLines(sheet, writing);
  putTotals(sheet, writing, table);
  putNotes(sheet, writing, footer.tooLong);
  footer.put();
  attachXml(pdf, writing);
  pdf.end();
  return new Uint8Array(await bytes);
};

/** pdfkit writes the title into XML as it is. */
const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}]|[&]/gu, ' ');
