import { type EmbeddedFont, embedFont, encodeGlyph, writeContent } from '../text/pdfkit-fonts.ts';
import { makeShaper, type Run, type Shaper } from '../text/shaper.ts';
import { fontOf, metricsOf, type Typeface } from '../text/typefaces.ts';
import type { Line } from '../text/typesetter.ts';

/** Where a line of text starts: `x` is its left edge, `y` its baseline, in points from the page's upper left corner. */
type Place = Readonly<{ x: number; y: number; size: number }>;

/** Writes to the current page of a document. */
export type Canvas = Readonly<{
  shaper: Shaper;
  text(line: Line, place: Place): void;
  /** A horizontal rule. */
  rule(from: Readonly<{ x: number; y: number }>, to: number, color: string): void;
}>;

export const makeCanvas = (document: PDFKit.PDFDocument): Canvas => {
  const embedded = new Map<Typeface, EmbeddedFont>();
  const embeddedFor = (typeface: Typeface): EmbeddedFont => {
    const cached = embedded.get(typeface);
    if (cached !== undefined) return cached;
    const font = embedFont(document, fontOf(typeface));
    embedded.set(typeface, font);
    return font;
  };
  return {
    shaper: makeShaper(),
    text({ runs }, { x, y, size }) {
      if (runs.length === 0) return;
      const operators = ['BT'];
      const fonts = new Set<EmbeddedFont>();
      let from = x;
      for (const { typeface, glyphs, width } of runs) {
        const font = embeddedFor(typeface);
        fonts.add(font);
        operators.push(
          `/${font.id} ${decimal(size)} Tf`,
          ...glyphOperators(font, { typeface, glyphs }, { x: from, y, size }),
        );
        from += (width * size) / 1000;
      }
      operators.push('ET');
      writeContent(document, operators.join('\n'), fonts);
    },
    rule(from, to, color) {
      document.lineWidth(0.7).strokeColor(color).moveTo(from.x, from.y).lineTo(to, from.y).stroke();
    },
  };
};

const decimal = (value: number): string => String(Math.round(value * 1000) / 1000);

/** The page's y axis points down, so the glyphs are turned upright. */
const moveTo = (x: number, y: number): string => `1 0 0 -1 ${decimal(x)} ${decimal(y)} Tm`;

const glyphOperators = (
  font: EmbeddedFont,
  { typeface, glyphs }: Pick<Run, 'typeface' | 'glyphs'>,
  { x, y, size }: Place,
): string[] => {
  const operators = [moveTo(x, y)];
  const scale = size / 1000;
  const fontScale = 1000 / metricsOf(typeface).unitsPerEm;
  let pen = x;
  let hex = '';
  let shown: string[] = [];
  const show = (): void => {
    if (hex !== '') shown.push(`<${hex}>`);
    if (shown.length > 0) operators.push(`[${shown.join(' ')}] TJ`);
    hex = '';
    shown = [];
  };
  for (const { glyph, position } of glyphs) {
    const isMoved = position.xOffset !== 0 || position.yOffset !== 0;
    if (isMoved) {
      show();
      operators.push(moveTo(pen + position.xOffset * scale, y - position.yOffset * scale));
    }
    hex += encodeGlyph(font, glyph);
    pen += position.xAdvance * scale;
    const kerning = position.xAdvance - glyph.advanceWidth * fontScale;
    if (isMoved) {
      show();
      operators.push(moveTo(pen, y));
    } else if (kerning !== 0) {
      shown.push(`<${hex}>`, decimal(-kerning));
      hex = '';
    }
  }
  show();
  return operators;
};
