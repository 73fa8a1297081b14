import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { dashboardLists, LISTS } from '../../support/documents/dashboard-api.ts';

describe('the client of the dashboard', () => {
  it('has the lists of the OpenAPI document', async () => {
    expect(await readFile(LISTS, 'utf8'), 'run npm run dashboard:api').to.equal(await dashboardLists());
  });
});
