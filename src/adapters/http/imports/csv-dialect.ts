/** How a CSV file separates its cells. */
export type CsvDialect = Readonly<{
  separator: Separator;
  /** Whether there are blanks around cells in quotes. */
  trim: boolean;
}>;

const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

const QUOTED = /"(?:[^"]|"")*"/g;

/** Recognised in the first lines of a file: the mark that is most frequent in its header. */
export const dialectOf = (firstLines: string): CsvDialect => {
  const [header = ''] = firstLines.replaceAll(QUOTED, 'x').split(/\r?\n/, 1);
  const counts = SEPARATORS.map((separator) => ({ separator, count: header.split(separator).length }));
  const { separator } = counts.reduce((most, each) => (each.count > most.count ? each : most));
  return { separator, trim: /(?:^|[,;|])[ ]+"(?!")/m.test(firstLines) };
};
