import { systemTimer } from '#adapters/system/timer.ts';
import { makeRebuildFigures } from '#core/analytics/use-cases/rebuild-figures.ts';
import type { Storage } from '#core/storage.ts';
import { eventually } from '../eventually.ts';
import { runSql } from '../servers/database.ts';

/** The rows of the current figures but for their generation, in one order. */
export const figuresOf = async (databaseUrl: string): Promise<readonly object[]> => {
  const current = "(select generation from analytics_generations where status = 'current')";
  const [rollups, entries] = await Promise.all([
    runSql(
      databaseUrl,
      `select to_jsonb(r) - 'generation' as row from analytics_rollups r where generation = ${current} order by row`,
    ),
    runSql(
      databaseUrl,
      `select to_jsonb(e) - 'generation' as row from analytics_entries e where generation = ${current} order by row`,
    ),
  ]);
  const purchases = await runSql(
    databaseUrl,
    `select to_jsonb(p) - 'generation' as row from analytics_purchases p where generation = ${current} order by row`,
  );
  return [...rollups, ...entries, ...purchases];
};

/** Waits until every event is counted. */
export const untilCounted = (databaseUrl: string): Promise<void> =>
  eventually('every event is counted', async () => {
    const [row] = await runSql(
      databaseUrl,
      `select (select count(*) from events where position is null) + (select count(*) from analytics_occurrences)
          + (select count(*) from analytics_generations where status <> 'current')
          + (select count(*) from analytics_generations, event_feed where position < last_position) as left,
        (select count(*) from analytics_generations) as generations`,
    );
    return Number(row?.['left']) === 0 && Number(row?.['generations']) === 1;
  });

/** Computes all figures anew. @returns how many orders and invoices were counted. */
export const rebuildFigures = ({
  unitOfWork,
  analyticsQueries: queries,
  shopQueries: shop,
}: Storage): Promise<number> => makeRebuildFigures({ unitOfWork, queries, shop, timer: systemTimer })(() => {});
