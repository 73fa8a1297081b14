import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A listing of a guide: a whole new file, or a unified diff of an existing one. */
export type Listing = Readonly<{ file: string; kind: 'new' | 'diff'; text: string }>;

/** The listings of TypeScript of a guide. Each follows its path: `src/main.ts`. */
export const listingsOf = (guide: string): Listing[] => {
  const listings = [...guide.matchAll(/^`([^`\n]+)`\n\n```(ts|diff)\n(.*?)^```$/gms)].map(
    ([, file = '', language, text = '']): Listing => ({ file, kind: language === 'ts' ? 'new' : 'diff', text }),
  );
  const fences = guide.match(/^```(ts|diff)$/gm) ?? [];
  if (fences.length !== listings.length) throw new Error('A listing of the guide lacks its path.');
  return listings;
};

/** Writes a listing to a tree. @throws Error for a new file that exists, or a diff that does not apply. */
export const applyListing = async (tree: string, { file, kind, text }: Listing): Promise<void> => {
  const target = path.join(tree, file);
  if (kind === 'diff') return writeFile(target, patched(await readFile(target, 'utf8'), { file, text }));
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text, { flag: 'wx' });
};

/** Stricter than `git apply`: the lines around a change must be in the file exactly once. */
const patched = (source: string, { file, text }: Pick<Listing, 'file' | 'text'>): string => {
  const [header, ...hunks] = text.split(/^(?=@@ )/m);
  if (header !== `--- a/${file}\n+++ b/${file}\n` || hunks.length === 0) {
    throw new Error(`The diff of ${file} has another header.`);
  }
  return hunks.reduce((before, hunk) => {
    const [range = '', ...lines] = hunk.replace(/\n$/, '').split('\n');
    const old = lines.filter((line) => /^( |-|$)/.test(line)).map((line) => line.slice(1));
    const changed = lines.filter((line) => /^( |\+|$)/.test(line)).map((line) => line.slice(1));
    const [, oldCount, newCount] = /^@@ -\d+,(\d+) \+\d+,(\d+) @@$/.exec(range) ?? [];
    if (Number(oldCount) !== old.length || Number(newCount) !== changed.length) {
      throw new Error(`A hunk of ${file} has other lines than ${range} counts.`);
    }
    const [start = '', end, more] = `\n${before}`.split(`\n${old.join('\n')}\n`);
    if (end === undefined || more !== undefined) throw new Error(`The hunk ${range} does not fit ${file}.`);
    return `${start}\n${changed.join('\n')}\n${end}`.slice(1);
  }, source);
};
