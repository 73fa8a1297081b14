import type { Database } from '../connection/database.ts';

/** Any number that no other program takes a lock by. */
const LOCK = 7_263_541_908;

/** Brings the database's tables to what this version needs. Of several processes at once, one does it. */
export const migrate = async ({ orm, pool }: Database): Promise<void> => {
  // MikroORM would make a database that is not there, perhaps one that a slip of the pen names
  await pool.query('select 1');
  await orm.em.fork().transactional(async (em) => {
    // another process's migration may take its time
    await em.execute('set local lock_timeout = 0');
    await em.execute('set local statement_timeout = 0');
    await em.execute('select pg_advisory_xact_lock(?)', [LOCK]);
    await orm.migrator.up({ transaction: em.getTransactionContext() });
  });
};
