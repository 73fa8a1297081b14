import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { dashboardApi } from '../support/dashboard-api.ts';

describe('the client of the dashboard', () => {
  it('has the types and the lists of the OpenAPI document', async () => {
    for (const [file, text] of await dashboardApi()) {
      const name = path.basename(file);
      expect(await readFile(file, 'utf8'), `${name}: run npm run dashboard:api`).to.equal(text);
    }
  });
});
