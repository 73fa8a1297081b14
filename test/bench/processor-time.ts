import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Side } from './requests.ts';

/** Of Linux's clock in `/proc`. */
const MS_PER_TICK = 10;

/** The user and system time that a process has taken, in ms. */
const processorTime = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // the name in parentheses may have spaces; user and system time are the 14th and 15th fields
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * MS_PER_TICK;
};

const timeOf = async (pids: readonly number[]): Promise<number> =>
  (await Promise.all(pids.map(processorTime))).reduce((sum, time) => sum + time, 0);

/** The processor time that a server has taken, in ms: of its process, and of its connections' processes of PostgreSQL. */
export type ProcessorTime = Readonly<{ node: number; postgres: number }>;

/** A server's process, and whose connections to PostgreSQL are its own. */
export type ServerProcesses = Readonly<{ pid: number; side: Side }>;

/** @param pool of another connection, on the same server of PostgreSQL. */
export const processorTimeOf = async (pool: Pool, { pid, side }: ServerProcesses): Promise<ProcessorTime> => {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
      and (application_name = 'floor') = $1`,
    [side === 'floor'],
  );
  const [node, postgres] = await Promise.all([timeOf([pid]), timeOf(rows.map((row) => row.pid))]);
  return { node, postgres };
};
