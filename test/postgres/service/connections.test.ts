import { expect } from 'chai';
import { type Database, openDatabase } from '#adapters/postgres/connection/database.ts';
import { MAX_PREPARED_VARIANTS } from '#adapters/postgres/connection/statements.ts';
import { createUser } from '../../support/builders/resources.ts';
import { whileLocked } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { openPostgresStorage } from '../../support/servers/postgres-storage.ts';
import { noteStatements } from '../../support/servers/sent-statements.ts';
import { startApp } from '../../support/servers/start-app.ts';

describe('the connections of a database', () => {
  let database: Database;

  before(async () => {
    database = await openDatabase({ url: await createDatabase() });
  });
  after(() => database.close());

  const settingOf = async ({ query }: Pick<Database, 'query'>, name: string) =>
    (await query<{ value: string }>({ text: 'select current_setting($1) as value', values: [name] }))[0]?.value;

  it('end public reads sooner than other statements', async () => {
    const { reads: publicReads, searches } = await database.publicReads();
    expect(await settingOf(publicReads, 'statement_timeout')).to.equal('3s');
    expect(await settingOf(searches, 'statement_timeout')).to.equal('3s');
    expect(await settingOf(database, 'statement_timeout')).to.equal('10s');
    for (const reads of [database, publicReads, searches]) {
      expect(await settingOf(reads, 'enable_seqscan')).to.equal('off');
      expect(await settingOf(reads, 'lock_timeout')).to.equal('3s');
    }
  });

  it('keep the most recently used variants of statements prepared', async () => {
    const variant = (number: number) => ({ text: `select $1::text as v${number}`, values: ['a'], isVariant: true });
    const preparedVariants = async (): Promise<string[]> => {
      const text = `select substring(statement from 'as (v\\d+)') as name from pg_prepared_statements`;
      const rows = await database.query<{ name: string | null }>({ text });
      return rows.flatMap(({ name }) => name ?? []);
    };
    const last = MAX_PREPARED_VARIANTS + 20;
    // one after the other, so that one connection runs them all
    for (let number = 0; number < last; number += 1) {
      await database.query(variant(number));
      await database.query(variant(0));
    }
    const prepared = await preparedVariants();
    expect(prepared).to.have.length(MAX_PREPARED_VARIANTS);
    expect(prepared).to.include.members(['v0', `v${last - 1}`]);
    expect(prepared).to.not.include.members(['v1']);
    expect(await database.query(variant(1))).to.deep.equal([{ v1: 'a' }]);
    expect(await preparedVariants()).to.include('v1');
  });
});

describe('concurrent lists of categories', () => {
  it('share their statements, since each counts products', async () => {
    const storage = await openPostgresStorage();
    try {
      const sent = await noteStatements(storage.database);
      const page = { limit: 20, after: undefined, includeTotal: undefined };
      const list = () => storage.catalogQueries.listCategories({ filter: {}, page }, 'public');
      await Promise.all(Array.from({ length: 20 }, list));
      expect(sent.texts()).to.have.length(2);
    } finally {
      await storage.close();
    }
  });
});

describe('anonymous reads that hang', () => {
  it('delay neither writes nor the reads of callers with a credential', async () => {
    const databaseUrl = await createDatabase();
    const app = await startApp({ DATABASE_URL: databaseUrl });
    try {
      const { reads } = await whileLocked(
        databaseUrl,
        'lock table products in access exclusive mode',
        async (untilBlocked) => {
          let answered = 0;
          const reads = Array.from({ length: 40 }, async (_, index) => {
            const reply = await app.call(`/api/products?price_min=${index}`, { key: null });
            answered += 1;
            return reply;
          });
          await untilBlocked(2);
          const { id } = await createUser(app);
          expect((await app.call(`/api/users/${id}`)).status).to.equal(200);
          expect(answered).to.equal(0);
          return { reads };
        },
      );
      for (const { status } of await Promise.all(reads)) expect(status).to.be.oneOf([200, 503]);
    } finally {
      await app.stop();
    }
  });
});
