import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { listingsOf } from '../support/documents/guide-listings.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const readDocument = (): Promise<string> => readFile(path.join(ROOT, 'docs/architecture.md'), 'utf8');

/** The folders that the document's tree shows in a folder of `src`. */
const shownIn = (document: string, folder: string): string[] => {
  const [, shown = ''] = new RegExp(`^ {2}${folder}/ .*\\n((?: {4}.*\\n)+)`, 'm').exec(document) ?? [];
  return [...shown.matchAll(/^ {4}([\w-]+)\/ /gm)].map(([, name = '']) => name).sort();
};

const foldersIn = async (folder: string): Promise<string[]> =>
  (await readdir(path.join(ROOT, 'src', folder), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

describe('the description of the architecture', () => {
  for (const folder of ['core', 'adapters']) {
    it(`shows each folder of src/${folder}`, async () => {
      expect(shownIn(await readDocument(), folder)).to.deep.equal(await foldersIn(folder));
    });
  }

  it('takes its sample of a use case from the source', async () => {
    const samples = listingsOf(await readDocument());
    expect(samples).to.have.length(1);
    for (const { file, text } of samples) expect(await readFile(path.join(ROOT, file), 'utf8')).to.include(text);
  });
});
