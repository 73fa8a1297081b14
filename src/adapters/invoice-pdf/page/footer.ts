import { GRAY, LIGHT, PAGE, type Sheet } from './sheet.ts';
import { type Printed, SMALL } from './style.ts';

const BOX = { x: PAGE.left, width: PAGE.right - PAGE.left } as const;

/** A footer with more lines is printed once, below the sums. */
const MAX_LINES = 6;

export type Footer = Readonly<{
  /** The footer's text, if it is too long for every page. */
  tooLong: string | null;
  /** Puts the text and the page's number on every page. */
  put(): void;
}>;

/** Reserves the space of the footer on all pages. */
export const reserveFooter = (sheet: Sheet, { document, labels }: Printed): Footer => {
  const lines = sheet.typeset(document.footer ?? '', { ...SMALL, ...BOX });
  const isTooLong = lines.length > MAX_LINES;
  const shown = isTooLong ? [] : lines;
  const height = shown.reduce((sum, line) => sum + line.height, 0);
  const top = PAGE.bottom - height;
  sheet.bottom = top - 14;
  return {
    tooLong: isTooLong ? document.footer : null,
    put() {
      sheet.eachPage((page, pages) => {
        if (shown.length > 0) sheet.rule(top - 4, { color: LIGHT });
        sheet.drawLines(shown, top, { ...BOX, ...SMALL, color: GRAY });
        sheet.drawCell(labels.page(page, pages), PAGE.bottom + 10, { ...BOX, ...SMALL, align: 'right', color: GRAY });
      });
    },
  };
};
