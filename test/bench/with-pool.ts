import { Pool } from 'pg';

/** Runs a task on a connection to a database. */
export const withPool = async (url: string, task: (pool: Pool) => Promise<unknown>): Promise<void> => {
  const pool = new Pool({ connectionString: url, max: 1 });
  try {
    await task(pool);
  } finally {
    await pool.end();
  }
};
