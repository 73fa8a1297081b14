import PDFDocument from 'pdfkit';

// pdfkit shapes and measures words one by one, in the order of the text. Right-to-left text needs whole runs in the order
// in which they are seen, so this adapter shapes with the same fonts and writes the glyphs itself. That needs members of
// pdfkit and fontkit that their types leave out, all of which are named here.

/** A glyph, and the characters that it shows. */
export type Glyph = Readonly<{ id: number; advanceWidth: number; codePoints: readonly number[] }>;

/** Where a glyph is drawn, in units of its font. */
export type Position = Readonly<{ xAdvance: number; xOffset: number; yOffset: number }>;

/** A font that was read from its file. */
export type ParsedFont = {
  readonly unitsPerEm: number;
  /** Above the baseline. */
  readonly ascent: number;
  /** Below the baseline: negative. */
  readonly descent: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(
    text: string,
    features: Readonly<Record<string, boolean>>,
    script: undefined,
    language: undefined,
    direction: 'ltr' | 'rtl' | undefined,
  ): Readonly<{ glyphs: readonly Glyph[]; positions: readonly Position[] }>;
  glyphsForString(text: string): readonly Glyph[];
  /** The cache of glyphs, which keeps the characters that first used a glyph. */
  _glyphs: Record<number, Glyph>;
};

/** A font within a document, of which the used glyphs are embedded. */
export type EmbeddedFont = {
  readonly id: string;
  readonly font: ParsedFont;
  readonly subset: { includeGlyph(glyph: number): number };
  readonly widths: (number | undefined)[];
  readonly unicode: (readonly number[] | undefined)[];
  ref(): unknown;
};

// its types know neither the current font nor fonts that are parsed already
declare global {
  namespace PDFKit {
    interface PDFDocument {
      _font: EmbeddedFont;
    }
    namespace Mixins {
      interface PDFFont {
        font(parsed: ParsedFont): this;
      }
    }
  }
}

const embed = (document: PDFKit.PDFDocument, source: Uint8Array | ParsedFont): EmbeddedFont => {
  if (source instanceof Uint8Array) document.font(source);
  else document.font(source);
  return document._font;
};

export const parseFont = (file: Uint8Array): ParsedFont => {
  const scratch = new PDFDocument({ autoFirstPage: false, font: '' });
  return embed(scratch, file).font;
};

/** Makes a font as it was when it was read: otherwise glyphs would keep the characters of an earlier document. */
export const clearGlyphs = (font: ParsedFont): void => {
  font._glyphs = {};
};

/** Adds a font to a document. */
export const embedFont = (document: PDFKit.PDFDocument, font: ParsedFont): EmbeddedFont => embed(document, font);

/** The number of a glyph in the document, as four hexadecimal digits. */
export const encodeGlyph = (embedded: EmbeddedFont, { id, advanceWidth, codePoints }: Glyph): string => {
  const included = embedded.subset.includeGlyph(id);
  embedded.widths[included] ??= (advanceWidth * 1000) / embedded.font.unitsPerEm;
  embedded.unicode[included] ??= codePoints;
  return included.toString(16).padStart(4, '0');
};

/** Writes operators to the current page, which may use some fonts. */
export const writeContent = (document: PDFKit.PDFDocument, operators: string, fonts: Iterable<EmbeddedFont>): void => {
  for (const font of fonts) document.page.fonts[font.id] ??= font.ref();
  document.addContent(operators);
};
