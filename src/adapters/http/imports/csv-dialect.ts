/** How a CSV file separates its cells. */
export type CsvDialect = Readonly<{
  separator: Separator;
  /** Whether there are blanks around cells in quotes. */
  trim: boolean;
}>;

const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

const QUOTED = /"(?:[^"]|"")*"/g;

/** By which a file tells a spreadsheet its separator. */
const SAID = /^"?sep=(.)?"?\s*$/i;

/** Titles above a header are looked through, too. */
const MAX_LINES = 10;

/** Recognised in the first lines of a file: the one that it says, or the mark that is most frequent in its header. */
export const dialectOf = (firstLines: string): CsvDialect => {
  const trim = /(?:^|[,;|])[ ]+"(?!")/m.test(firstLines);
  const [first = ''] = firstLines.split(/\r?\n/, 1);
  const said = SEPARATORS.find((each) => each === SAID.exec(first)?.[1]);
  if (said !== undefined) return { separator: said, trim };
  const lines = firstLines
    .replaceAll(QUOTED, 'x')
    .split(/\r?\n/, MAX_LINES)
    .filter((line) => line.trim() !== '');
  const [top = ''] = lines;
  // one without any mark may be a title
  const header = marksIn(top) > 0 ? top : (lines.find((line) => marksIn(line) > 1) ?? top);
  const counts = SEPARATORS.map((separator) => ({ separator, count: header.split(separator).length }));
  const { separator } = counts.reduce((most, each) => (each.count > most.count ? each : most));
  return { separator, trim };
};

const marksIn = (line: string): number => Math.max(...SEPARATORS.map((each) => line.split(each).length)) - 1;

/** Whether a record stands above the header: it is empty, or says the separator. */
export const isPreamble = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length === 0 || (filled.length === 1 && SAID.test(cells[0] ?? ''));
};
