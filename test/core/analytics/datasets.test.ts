import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { type Columns, DATASET_NAMES, DATASETS } from '#core/analytics/export/datasets.ts';

const DOCUMENT = path.join(import.meta.dirname, '../../../docs/export-for-analysis.md');

describe('the datasets of the export', () => {
  it('are in the documentation, with each column, its type and its meaning', async () => {
    const document = await readFile(DOCUMENT, 'utf8');
    for (const dataset of DATASET_NAMES) {
      const [, section = ''] = document.split(`\n### \`${dataset}\`\n`);
      const rows = (section.split('\n### ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
      const columns: Columns = DATASETS[dataset];
      expect(rows).to.deep.equal(
        Object.entries(columns).map(
          ([name, { type, nullable, description }]) =>
            `| \`${name}\` | ${type}${nullable ? ', or null' : ''} | ${description} |`,
        ),
      );
    }
  });

  it('have no column for personal data', () => {
    const names = DATASET_NAMES.flatMap((dataset) => Object.keys(DATASETS[dataset]));
    expect(
      names.filter((name) => /mail|address|phone|note|message|metadata|tracking|reference/.test(name)),
    ).to.deep.equal([]);
  });
});
