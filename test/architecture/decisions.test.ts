import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DECISIONS = path.join(ROOT, 'docs/decisions');
const SOURCE = path.join(ROOT, 'src');

/** How a file names the decision that explains it, on a line of its own. */
const WHY = /^\/\/ Why: docs\/decisions\/(\S+)$/gm;

/** Whatever else looks like a mention of a decision. */
const MENTION = /docs\/decisions|\bdecisions? \d/gi;

const decisions = async (): Promise<string[]> =>
  (await readdir(DECISIONS)).filter((file) => file !== 'README.md').sort();

const isSuperseded = async (decision: string): Promise<boolean> =>
  /^Superseded by /m.test(await readFile(path.join(DECISIONS, decision), 'utf8'));

type Source = Readonly<{ file: string; code: string }>;

const readSources = async (): Promise<Source[]> => {
  const files = (await readdir(SOURCE, { recursive: true })).filter((file) => /\.(ts|tsx|js|sql)$/.test(file));
  return Promise.all(files.map(async (file) => ({ file, code: await readFile(path.join(SOURCE, file), 'utf8') })));
};

const namedIn = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ code }) => [...code.matchAll(WHY)].map(([, decision = '']) => decision));

describe('the decisions', () => {
  it('are listed by their number, each once', async () => {
    const list = await readFile(path.join(DECISIONS, 'README.md'), 'utf8');
    const listed = [...list.matchAll(/^- \[(\d+)\]\((\S+)\): \S/gm)];
    expect(listed.map(([, , file]) => file).sort()).to.deep.equal(await decisions());
    for (const [, number = '', file = ''] of listed) expect(file.slice(0, 4)).to.equal(number.padStart(4, '0'));
    expect(listed).to.have.length(list.match(/\]\(/g)?.length ?? 0);
  });

  it('are named by the source that they explain, besides manifests, unless they are superseded', async () => {
    const named = new Set(namedIn((await readSources()).filter(({ file }) => path.basename(file) !== 'manifest.ts')));
    for (const decision of await decisions()) {
      expect(named.has(decision) || (await isSuperseded(decision)), `a file of src names ${decision}`).to.equal(true);
    }
  });

  it('exist, and are named in one form', async () => {
    const sources = await readSources();
    const existing = new Set(await decisions());
    expect(namedIn(sources).filter((decision) => !existing.has(decision))).to.deep.equal([]);
    for (const { file, code } of sources) {
      expect(code.replaceAll(WHY, '').match(MENTION), `${file} names a decision as // Why: docs/decisions/…`).to.equal(
        null,
      );
    }
  });
});
