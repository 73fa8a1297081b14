import { expect } from 'chai';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { invoicePage } from '#adapters/postgres/invoices/invoice-queries.ts';
import { readPage } from '#adapters/postgres/lists/page-query.ts';
import { toInvoiceRow } from '#adapters/postgres/tables/invoices.ts';
import { aDraft } from '../../support/builders/invoice-builders.ts';

it('a page of invoices that take long to show lets others have their turn', async () => {
  let shownInTurn = 0;
  let mostInTurn = 0;
  let watched = setImmediate(function watch() {
    shownInTurn = 0;
    watched = setImmediate(watch);
  });
  const row = {
    ...toInvoiceRow(aDraft()),
    cursor_value: '',
    get number() {
      for (const end = performance.now() + 4; performance.now() < end; );
      shownInTurn += 1;
      mostInTurn = Math.max(mostInTurn, shownInTurn);
      return null;
    },
  };
  const database: Pick<Database, 'query'> = { query: async <Row>() => Array<Row>(30).fill(row as Row) };
  const { items } = await readPage(database, invoicePage({ filter: {}, page: { limit: 30 } }));
  clearImmediate(watched);
  expect(items).to.have.length(30);
  // a turn ends with the first invoice after 10 ms
  expect(mostInTurn).to.be.within(1, 3);
});
