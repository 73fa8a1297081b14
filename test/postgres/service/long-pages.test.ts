import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { invoicePage } from '#adapters/postgres/invoices/invoice-queries.ts';
import { readPage } from '#adapters/postgres/lists/page-query.ts';
import { toInvoiceRow } from '#adapters/postgres/tables/invoices.ts';
import { aDraft } from '../../support/builders/invoice-builders.ts';
import { watchTurns } from '../../support/longest-turn.ts';

it('a page of the longest invoices lets others have their turn while it is shown', async () => {
  const draft = aDraft();
  const lines = Array.from({ length: 500 }, () => draft.lines).flat();
  const row = { ...toInvoiceRow({ ...draft, lines }), cursor_value: '' };
  const database: Pick<Database, 'query'> = { query: async <Row>() => Array<Row>(100).fill(row as Row) };
  const longestTurn = watchTurns();
  const { items } = await readPage(database, invoicePage({ filter: {}, page: { limit: 100 } }));
  expect(items).to.have.length(100);
  // the last turn is measured when it has ended
  await sleep(5);
  expect(longestTurn()).to.be.below(50);
});
