import { showProgress } from '#adapters/system/progress.ts';
import { systemTimer } from '#adapters/system/timer.ts';
import { readEnvironment } from '#composition/environment.ts';
import { parseConfig } from '#composition/parse-config.ts';
import { makeRebuildFigures } from '#core/analytics/use-cases/rebuild-figures.ts';
import { printResult } from './command.ts';
import { onStorage } from './storage-session.ts';

const run = async (): Promise<string> => {
  const config = parseConfig(readEnvironment(), { createsOwner: false });
  return onStorage(config, async ({ unitOfWork, analyticsQueries: queries, shopQueries: shop }) => {
    const rebuild = makeRebuildFigures({ unitOfWork, queries, shop, timer: systemTimer });
    const progress = showProgress(process.stderr, await queries.countSubjects());
    try {
      const counted = await rebuild((done) => progress.update(done, done));
      return `Counted ${counted} orders, invoices and subscriptions. The new figures are shown.`;
    } finally {
      progress.stop();
    }
  });
};

await printResult(run);
