import type { Database } from '../connection/database.ts';

/** A lock key that no other program uses. */
const LOCK = 7_263_541_908;

/** Migrates the database to this version. Of several concurrent processes, one does it. */
export const migrate = async ({ orm, pool }: Database): Promise<void> => {
  // MikroORM would create a missing database, which may be a misspelt name
  await pool.query('select 1');
  await orm.em.fork().transactional(async (em) => {
    // another process's migration may take long
    await em.execute('set local lock_timeout = 0');
    await em.execute('set local statement_timeout = 0');
    await em.execute('select pg_advisory_xact_lock(?)', [LOCK]);
    await orm.migrator.up({ transaction: em.getTransactionContext() });
  });
};
