import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedServer } from '#adapters/postgres/embedded/embedded-server.ts';
import { measureAnalytics } from './analytics.ts';
import { measureBilling } from './billing.ts';
import { measureCatalogue } from './catalogue.ts';
import { compareSizes } from './compare-sizes.ts';
import { compareVersions } from './compare-versions.ts';
import { compareWithFloor } from './compare-with-floor.ts';
import { measureDashboard } from './dashboard.ts';
import { measureDocuments } from './documents.ts';
import { measureImports } from './imports.ts';
import { measureInvoices } from './invoices.ts';
import { measureLimits } from './limits.ts';
import { compareOrderLists } from './order-lists.ts';
import { freePort } from './processes.ts';
import { measureRelevance } from './relevance/measure-relevance.ts';
import { ordersOption, productsOption, subscriptionsOption } from './settings.ts';
import { measureWebhooks } from './webhooks.ts';

const main = async (): Promise<void> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'commerce-bench-'));
  const port = String(await freePort());
  const serverUrl = `postgres://postgres@127.0.0.1:${port}`;
  // so that a million products fit into memory
  const settings = { listen_addresses: '127.0.0.1', port, shared_buffers: '1GB' };
  const removeDirectory = (): Promise<void> => rm(directory, { recursive: true });
  const cleanups = [removeDirectory];
  try {
    const postgres = path.join(directory, 'postgres');
    cleanups.push((await startEmbeddedServer({ directory: postgres, log: () => {}, settings })).stop);
    if (baseline !== undefined) await compareVersions(directory, serverUrl, { commit: baseline, isSelected });
    else if (words[0] === 'limits')
      process.exitCode = await measureLimits(directory, `${serverUrl}/postgres`, words[1]);
    else if (hasOption('catalogue')) await measureCatalogue(directory, `${serverUrl}/postgres`, isSelected);
    else if (hasOption('imports')) await measureImports(directory, `${serverUrl}/postgres`, productsOption(100_000));
    else if (hasOption('orders')) await compareOrderLists(directory, serverUrl);
    else if (hasOption('invoices')) process.exitCode = (await measureInvoices(directory, serverUrl)) ? 0 : 1;
    else if (hasOption('billing'))
      process.exitCode = (await measureBilling(directory, serverUrl, subscriptionsOption(100_000))) ? 0 : 1;
    else if (hasOption('analytics'))
      process.exitCode = (await measureAnalytics(directory, serverUrl, { orders: ordersOption(1_000_000), isSelected }))
        ? 0
        : 1;
    else if (hasOption('dashboard')) {
      const sizes = { orders: ordersOption(1_000_000), products: productsOption(1_000_000) };
      process.exitCode = (await measureDashboard(directory, serverUrl, sizes)) ? 0 : 1;
    } else if (hasOption('relevance'))
      process.exitCode = (await measureRelevance(directory, `${serverUrl}/postgres`)) ? 0 : 1;
    else if (hasOption('webhooks')) await measureWebhooks(directory, `${serverUrl}/postgres`);
    else if (hasOption('million')) process.exitCode = (await compareSizes(directory, serverUrl, isSelected)) ? 0 : 1;
    else process.exitCode = (await compareWithFloor(directory, serverUrl, isSelected)) ? 0 : 1;
  } finally {
    for (const cleanUp of cleanups.toReversed()) await cleanUp();
  }
};

const hasOption = (option: string): boolean => process.argv.includes(`--${option}`);

/** The commit that follows `--against` on the command line; HEAD without one. */
const baseline = hasOption('against') ? (process.argv[process.argv.indexOf('--against') + 1] ?? 'HEAD') : undefined;

const words = process.argv.slice(2).filter((word) => !word.startsWith('--') && word !== baseline);

/** Whether an item's name contains the word on the command line, if there is one. */
const isSelected = (name: string): boolean => name.includes(words[0] ?? '');

if (hasOption('documents')) process.exitCode = await measureDocuments();
else await main();
