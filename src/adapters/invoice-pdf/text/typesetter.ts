import { cleanLines } from './clean-text.ts';
import { clustersOf, type LevelledText, levelled, type Run, type Shaper } from './shaper.ts';
import { metricsOf, type Weight } from './typefaces.ts';
import { wordsOf } from './words.ts';

/** A line that fits its width: runs from left to right. */
export type Line = Readonly<{
  runs: readonly Run[];
  /** In points, like the others. */
  width: number;
  height: number;
  /** From the upper edge to the baseline. */
  ascent: number;
}>;

export type TextStyle = Readonly<{ size: number; weight: Weight }>;

/** A word, or a part of one that is too wide for a line, in the order of the text. */
type Fragment = Readonly<{ runs: readonly Run[]; width: number; isSpace: boolean }>;

const fragment = (runs: readonly Run[], isSpace: boolean): Fragment => ({ runs, width: widthOf(runs), isSpace });

const widthOf = (runs: readonly Run[]): number => runs.reduce((sum, { width }) => sum + width, 0);

/** Breaks a text into lines of a width in points. An empty text has no lines. */
export const typeset = (shaper: Shaper, text: string, style: TextStyle & Readonly<{ width: number }>): Line[] => {
  const { size, weight, width } = style;
  const available = (width * 1000) / size;
  return cleanLines(text).flatMap((line) => {
    const source = levelled(line);
    const fragments = wordsOf(line).flatMap(({ isSpace, ...part }) => {
      const word = fragment(shaper.runs(source, part, weight), isSpace);
      return word.width > available && !isSpace ? brokenWord(shaper, source, { ...part, available, weight }) : [word];
    });
    return brokenLines(fragments, available).map((runs) => lineOf(runs, size));
  });
};

/** What scripts with stacked letters and marks may take of their fonts' height, as parts of the size. */
const MAX_ASCENT = 1.16;
const MAX_DESCENT = 0.5;

const lineOf = (runs: readonly Run[], size: number): Line => {
  const metrics = runs.map(({ typeface }) => metricsOf(typeface));
  const above = Math.min(MAX_ASCENT, Math.max(...metrics.map(({ ascent }) => ascent)));
  const below = Math.min(MAX_DESCENT, Math.max(...metrics.map(({ descent }) => descent)));
  return {
    runs: inVisualOrder(runs),
    width: (widthOf(runs) * size) / 1000,
    height: (above + below) * size,
    ascent: above * size,
  };
};

/** One line that is as wide as its text. */
export const typesetOneLine = (shaper: Shaper, text: string, style: TextStyle): Line =>
  typeset(shaper, text, { ...style, width: Number.POSITIVE_INFINITY })[0] ?? {
    runs: [],
    width: 0,
    height: 0,
    ascent: 0,
  };

type Part = Readonly<{ start: number; end: number; available: number; weight: Weight }>;

const brokenWord = (shaper: Shaper, source: LevelledText, { start, end, available, weight }: Part): Fragment[] => {
  const ends: number[] = [];
  let offset = start;
  let width = 0;
  for (const cluster of clustersOf(source.text.slice(start, end))) {
    const next = offset + cluster.length;
    const added = widthOf(shaper.runs(source, { start: offset, end: next }, weight));
    if (width > 0 && width + added > available) {
      ends.push(offset);
      width = 0;
    }
    width += added;
    offset = next;
  }
  ends.push(end);
  return ends.map((to, index) =>
    fragment(shaper.runs(source, { start: ends[index - 1] ?? start, end: to }, weight), false),
  );
};

/** Fills each line with as many fragments as fit. Spaces at a break are dropped. */
const brokenLines = (fragments: readonly Fragment[], available: number): Run[][] => {
  const lines: Run[][] = [];
  let line: Run[] = [];
  let spaces: Run[] = [];
  let width = 0;
  for (const { runs, width: added, isSpace } of fragments) {
    if (isSpace) {
      spaces.push(...runs);
      continue;
    }
    if (line.length > 0 && width + widthOf(spaces) + added > available) {
      lines.push(line);
      line = [];
      width = 0;
      spaces = [];
    }
    if (line.length === 0) spaces = [];
    width += widthOf(spaces) + added;
    line.push(...spaces, ...runs);
    spaces = [];
  }
  return line.length > 0 ? [...lines, line] : lines;
};

/** Rule L2 of the bidirectional algorithm, for whole runs: the glyphs of a run are already from left to right. */
const inVisualOrder = (runs: readonly Run[]): Run[] => {
  const highest = runs.reduce((level, run) => Math.max(level, run.level), 0);
  let ordered = [...runs];
  for (let level = highest; level > 0; level -= 1) {
    const next: Run[] = [];
    let reversed: Run[] = [];
    for (const run of ordered) {
      if (run.level >= level) {
        reversed.unshift(run);
        continue;
      }
      next.push(...reversed, run);
      reversed = [];
    }
    ordered = [...next, ...reversed];
  }
  return ordered;
};
