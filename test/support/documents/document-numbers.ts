import { expect } from 'chai';
import { runSql } from '../servers/database.ts';

type Counts = Readonly<Partial<Record<'invoices' | 'credit_notes', number>>>;

/** The issue time of the documents of a table. */
const ISSUED = { invoices: 'finalized_at', credit_notes: 'created_at' } as const;

type Order = 'at' | 'position';

/** Numbers of documents without gaps or duplicates, in order of their times and of their commits. */
export const expectGapless = async (
  databaseUrl: string,
  counts: Counts,
  orders: readonly Order[] = ['at', 'position'],
): Promise<void> => {
  for (const [table, count] of Object.entries(counts) as [keyof Counts & string, number][]) {
    const rows = await runSql(
      databaseUrl,
      `select substring(t.number from '[0-9]+$')::integer as number, t.${ISSUED[table]} as at, e.position::float as position
       from ${table} t join events e on e.resource_id = t.id and e.type in ('invoice.finalized', 'credit_note.created')
       where t.number is not null order by 1`,
    );
    expect(rows.map(({ number }) => number)).to.deep.equal(Array.from({ length: count }, (_, index) => index + 1));
    const timesOf = (column: Order) => rows.map((row) => Number(row[column]));
    for (const column of orders) {
      const values = timesOf(column);
      expect(values, `${table} by ${column}`).to.deep.equal(values.toSorted((a, b) => a - b));
    }
    const [last] = await runSql(
      databaseUrl,
      `select last::integer from document_numbers where document = '${table.slice(0, -1)}'`,
    );
    expect(last?.['last']).to.equal(count);
  }
};
