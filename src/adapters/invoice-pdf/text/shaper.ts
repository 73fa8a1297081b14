import bidiFactory from 'bidi-js';
import { REPLACEMENT } from './clean-text.ts';
import type { Glyph, ParsedFont, Position } from './pdfkit-fonts.ts';
import { fontOf, latinTypeface, metricsOf, type Typeface, typefaceFor, type Weight } from './typefaces.ts';
import { isSimple } from './words.ts';

/** A glyph and where it is drawn, in thousandths of the size. */
type PlacedGlyph = Readonly<{ glyph: Glyph; position: Position }>;

/** Glyphs of one typeface and direction, from left to right. */
export type Run = Readonly<{
  typeface: Typeface;
  /** Of the bidirectional algorithm: odd from right to left. */
  level: number;
  glyphs: readonly PlacedGlyph[];
  /** In thousandths of the size. */
  width: number;
}>;

/** A text and the direction levels of its code units. */
export type LevelledText = Readonly<{ text: string; levels: Uint8Array | undefined }>;

/** Turns text into glyphs; it caches those of one document. */
export type Shaper = Readonly<{
  /** The runs of a part of a text, in the order of the text. */
  runs(levelled: LevelledText, part: Readonly<{ start: number; end: number }>, weight: Weight): readonly Run[];
}>;

// the package exports the function itself, its types say a module
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** What the direction follows from; the first letter with a direction decides about a whole line of text. */
export const levelled = (text: string): LevelledText => ({
  text,
  levels: isSimple(text) ? undefined : bidi.getEmbeddingLevels(text).levels,
});

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** More marks on one letter would run into other lines. */
const MAX_CLUSTER = 16;

/** Invisible characters, such as directional marks, which take part in the levels. Joiners change their neighbours. */
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|^[\u200c\u200d]+$/gu;

/** The grapheme clusters of a text. */
export const clustersOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

export const makeShaper = (): Shaper => {
  const cache = new Map<string, Run>();

  const shape = (text: string, typeface: Typeface, level: number): Run => {
    const key = `${typeface.file} ${level} ${text}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const run = shapedRun(text, typeface, level);
    cache.set(key, run);
    return run;
  };

  return {
    runs({ text, levels }, { start, end }, weight) {
      const part = text.slice(start, end);
      if (levels === undefined) {
        const typeface = latinTypeface(weight);
        return [
          NUMBER.test(part) ? joined(Array.from(part, (one) => shape(one, typeface, 0))) : shape(part, typeface, 0),
        ];
      }
      const runs: { text: string; typeface: Typeface; level: number }[] = [];
      let offset = start;
      for (const whole of clustersOf(part)) {
        const level = levels[offset] ?? 0;
        offset += whole.length;
        const { cluster, typeface } = drawable(whole, level, weight);
        if (cluster === '') continue;
        const last = runs.at(-1);
        if (last?.typeface === typeface && last.level === level) last.text += cluster;
        else runs.push({ text: cluster, typeface, level });
      }
      return runs.map((run) => shape(run.text, run.typeface, run.level));
    },
  };
};

/** Digits are equally wide and not kerned, so that a number costs nothing but its characters. */
const NUMBER = /^[\d.,%+\u2212\u2013-]+$/u;

const joined = (runs: readonly Run[]): Run => {
  const [first] = runs;
  if (first === undefined) throw new RangeError('a number has no characters');
  return {
    ...first,
    glyphs: runs.flatMap(({ glyphs }) => glyphs),
    width: runs.reduce((sum, run) => sum + run.width, 0),
  };
};

const drawable = (whole: string, level: number, weight: Weight): { cluster: string; typeface: Typeface } => {
  const characters = [...whole.replaceAll(INVISIBLE, '')].slice(0, MAX_CLUSTER);
  const isRightToLeft = level % 2 === 1;
  const cluster = isRightToLeft
    ? characters.map((character) => bidi.getMirroredCharacter(character) ?? character).join('')
    : characters.join('');
  const typeface = typefaceFor(cluster, weight);
  return typeface === null ? { cluster: REPLACEMENT, typeface: latinTypeface(weight) } : { cluster, typeface };
};

/** Glyphs side by side where the font's rules fail, as fontkit does for some sequences of marks (U+0338 in Noto Sans). */
const layout = (font: ParsedFont, text: string, direction: 'ltr' | 'rtl'): ReturnType<ParsedFont['layout']> => {
  try {
    return font.layout(text, {}, undefined, undefined, direction);
  } catch {
    const glyphs = font.glyphsForString(text);
    const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, xOffset: 0, yOffset: 0 }));
    return direction === 'rtl'
      ? { glyphs: glyphs.toReversed(), positions: positions.toReversed() }
      : { glyphs, positions };
  }
};

const shapedRun = (text: string, typeface: Typeface, level: number): Run => {
  const font = fontOf(typeface);
  const direction = level % 2 === 1 ? 'rtl' : 'ltr';
  const { glyphs, positions } = layout(font, text, direction);
  const scale = 1000 / metricsOf(typeface).unitsPerEm;
  const placed = glyphs.map((glyph, index): PlacedGlyph => {
    const { xAdvance, xOffset, yOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
    return { glyph, position: { xAdvance: xAdvance * scale, xOffset: xOffset * scale, yOffset: yOffset * scale } };
  });
  return { typeface, level, glyphs: placed, width: placed.reduce((sum, { position }) => sum + position.xAdvance, 0) };
};
