import type { Database } from '../connection/database.ts';

/** The key of an advisory lock, which no other program uses. */
const LOCK_KEY = 7_263_541_908;

/** Applies the migrations that are missing. Of several concurrent processes, one does it. */
export const migrate = async ({ orm, pool }: Database): Promise<void> => {
  // fails if the database is missing: MikroORM would create it, even under a misspelt name
  await pool.query('select 1');
  await orm.em.fork().transactional(async (em) => {
    // another process's migration may take long
    await em.execute('set local lock_timeout = 0');
    await em.execute('set local statement_timeout = 0');
    await em.execute('select pg_advisory_xact_lock(?)', [LOCK_KEY]);
    await orm.migrator.up({ transaction: em.getTransactionContext() });
  });
};
