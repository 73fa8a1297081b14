import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { bundledFiles } from '../../support/documents/dashboard-api.ts';

describe('the client of the dashboard', () => {
  it('has the lists of the OpenAPI document, and the HTML that descriptions may have', async () => {
    for (const [file, text] of await bundledFiles())
      expect(await readFile(file, 'utf8'), 'run npm run dashboard:api').to.equal(text);
  });
});
