import type { Pool } from 'pg';
import { describeGauges, type GaugeValue } from '#core/shared/gauge.ts';
import type { Database } from './database.ts';

/** The connections of this process. */
export const poolGauges = ({
  pools: { transactions, statements, publicReads, publicSearches },
  standby,
}: Pick<Database, 'pools' | 'standby'>) => {
  const pools = Object.entries({
    transactions,
    statements,
    public_reads: publicReads,
    public_searches: publicSearches,
    ...(standby && {
      standby_checks: standby.pools.checks,
      standby_reports: standby.pools.reports,
      standby_public_reads: standby.pools.publicReads,
      standby_public_searches: standby.pools.publicSearches,
    }),
  });
  const ofEach = (count: (pool: Pool) => number): GaugeValue[] =>
    pools.map(([name, pool]) => ({ labels: { pool: name }, value: count(pool) }));
  return describeGauges({
    gauges: {
      database_connections_in_use: { help: 'Database connections in use, by pool.', labelNames: ['pool'] },
      database_connections_idle: { help: 'Open database connections not in use, by pool.', labelNames: ['pool'] },
      database_connections_max: { help: 'The maximum of open database connections, by pool.', labelNames: ['pool'] },
      database_connections_waiting: {
        help: 'Requests that wait for a database connection, by pool.',
        labelNames: ['pool'],
      },
      database_standby_unused_seconds: {
        help: 'How long reads have not used the standby because it is away, behind or another server; 0 while they do.',
      },
    },
    read: async () => ({
      database_connections_in_use: ofEach(({ totalCount, idleCount }) => totalCount - idleCount),
      database_connections_idle: ofEach(({ idleCount }) => idleCount),
      database_connections_max: ofEach(({ options }) => options.max),
      database_connections_waiting: ofEach(({ waitingCount }) => waitingCount),
      database_standby_unused_seconds: (await standby?.unusedSeconds()) ?? 0,
    }),
  });
};
