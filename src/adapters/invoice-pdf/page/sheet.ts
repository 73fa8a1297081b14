import { type Line, type TextStyle, typeset, typesetOneLine } from '../text/typesetter.ts';
import { makeCanvas } from './canvas.ts';

/** A4 in points, and the margins around what is printed. */
export const PAGE = { width: 595.28, height: 841.89, left: 50, right: 545.28, top: 50, bottom: 791.89 } as const;

export const GRAY = '#555555';
export const LIGHT = '#cccccc';
const BLACK = '#000000';

type Box = Readonly<{ x: number; width: number }>;

/**
 * Where and how text is drawn. A typeset line keeps its own typeface; only `drawText` and `drawCell` use `weight`.
 */
type Placed = Box &
  TextStyle &
  Readonly<{
    align?: 'left' | 'right';
    color?: string;
    /** The ascent of the text beside a cell, so that both have one baseline; the cell's own if omitted. */
    ascent?: number | undefined;
  }>;

/** The pages of a document, on which blocks are put from top to bottom. */
export type Sheet = {
  /** The upper edge of the next block. */
  y: number;
  /** Blocks end above it; the footer is below. */
  bottom: number;
  /** Lines of text that fit a width. */
  typeset(text: string, style: TextStyle & Readonly<{ width: number }>): readonly Line[];
  /** Draws lines from a height downwards. @returns the height below them. */
  drawLines(lines: readonly Line[], y: number, placed: Placed): number;
  /** Draws a text that breaks into lines, from a height downwards. @returns the height below it. */
  drawText(text: string, y: number, placed: Placed): number;
  /** Draws one line, smaller if it is too wide. */
  drawCell(text: string, y: number, placed: Placed): void;
  /** Puts a PNG or JPEG file into a box, as large as fits. @returns the height below it; `y` if it is no such file. */
  drawImage(file: Uint8Array, y: number, box: Readonly<{ x: number; width: number; height: number }>): number;
  rule(y: number, rule?: Readonly<{ from?: number; color?: string }>): void;
  /** Continues at the top of a new page. */
  newPage(): void;
  /** Goes back to each page, to put on it what needs the number of pages. */
  eachPage(put: (page: number, pages: number) => void): void;
};

export const makeSheet = (document: PDFKit.PDFDocument): Sheet => {
  const canvas = makeCanvas(document);
  // each page starts with its own graphics state
  let currentColor = '';
  const setColor = (color: string): void => {
    if (color !== currentColor) document.fillColor(color);
    currentColor = color;
  };
  const draw = (line: Line, y: number, { x, width, size, align = 'left', color = BLACK }: Placed): void => {
    setColor(color);
    canvas.text(line, { x: align === 'right' ? x + width - line.width : x, y: y + line.ascent, size });
  };
  const sheet: Sheet = {
    y: PAGE.top,
    bottom: PAGE.bottom,
    typeset: (text, style) => typeset(canvas.shaper, text, style),
    drawLines(lines, y, placed) {
      let next = y;
      for (const line of lines) {
        draw(line, next, placed);
        next += line.height;
      }
      return next;
    },
    drawText: (text, y, placed) => sheet.drawLines(sheet.typeset(text, placed), y, placed),
    drawCell(text, y, placed) {
      const line = typesetOneLine(canvas.shaper, text, placed);
      const { ascent = line.ascent } = placed;
      if (line.width <= placed.width) return draw({ ...line, ascent }, y, placed);
      const size = (placed.size * placed.width) / line.width;
      draw({ ...typesetOneLine(canvas.shaper, text, { ...placed, size }), ascent }, y, { ...placed, size });
    },
    drawImage(file, y, { x, width, height }) {
      try {
        document.image(Buffer.from(file), x, y, { fit: [width, height] });
        return y + height;
      } catch {
        return y;
      }
    },
    rule: (y, { from = PAGE.left, color = BLACK } = {}) => canvas.rule({ x: from, y }, PAGE.right, color),
    newPage() {
      document.addPage();
      currentColor = '';
      sheet.y = PAGE.top;
    },
    eachPage(put) {
      const { count } = document.bufferedPageRange();
      for (let index = 0; index < count; index += 1) {
        document.switchToPage(index);
        currentColor = '';
        put(index + 1, count);
      }
    },
  };
  return sheet;
};
