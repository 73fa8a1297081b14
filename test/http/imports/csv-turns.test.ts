import { Readable } from 'node:stream';
import { expect } from 'chai';
import { csvRows } from '#adapters/http/imports/csv-rows.ts';
import { csvOf } from '../../support/builders/imports.ts';

/** How many rows are read at once. */
const partsOf = async (columns: number): Promise<readonly number[]> => {
  const header = ['email', ...Array.from({ length: columns - 1 }, (_, index) => `metadata.k${index}`)];
  const rows = Array.from({ length: 120 }, (_, row) => header.map(() => `${row}@example.com`).join(','));
  const file = Readable.from([Buffer.from(csvOf(header.join(','), ...rows))]);
  const parts: number[] = [];
  const reading = { resource: 'users', choices: {}, choicesOf: async () => ({}), note: () => {} } as const;
  for await (const part of csvRows(file, reading)) parts.push(part.length);
  return parts;
};

describe('rows of a CSV file', () => {
  it('are read in parts, each as short as their columns are many', async () => {
    expect(Math.max(...(await partsOf(1)))).to.equal(100);
    const parts = await partsOf(500);
    expect(parts.reduce((sum, each) => sum + each)).to.equal(120);
    expect(Math.max(...parts)).to.equal(8);
  });
});
