import { parseArgs } from 'node:util';
import { systemClock } from '#adapters/system/system-clock.ts';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import { parseConfig, readEnvironment } from '#composition/config.ts';
import { seedDemoShop } from '#composition/demo-shop/seed-demo-shop.ts';
import { StartError } from '#composition/start-error.ts';
import { openStorage } from '#composition/storage.ts';
import { messageFor } from './expected-errors.ts';

const USAGE = `Usage: npm run seed -- [--seed NUMBER] [--products NUMBER]
  fills a shop with a category tree, products with variants, prices, stock and reductions
  --seed      which shop: the same number makes the same one (1)
  --products  how many products, without their variants: 1 to 2000 (240)
The settings are those of the service.`;

const numberOf = (name: string, typed: string, maximum: number): number => {
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  if (number < 1 || number > maximum) throw new StartError(`--${name} must be a whole number from 1 to ${maximum}.`);
  return number;
};

const parse = () => {
  try {
    const options = {
      seed: { type: 'string', default: '1' },
      products: { type: 'string', default: '240' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    return parseArgs({ args: process.argv.slice(3), options }).values;
  } catch {
    throw new StartError(USAGE);
  }
};

const run = async (): Promise<string> => {
  const values = parse();
  if (values.help) return USAGE;
  const seed = numberOf('seed', values.seed, 999_999_999);
  const count = numberOf('products', values.products, 2_000);
  const config = parseConfig(readEnvironment(), { createsOwner: false });
  if (config.storage === 'memory') throw new StartError('STORAGE=memory keeps nothing that could be filled.');
  if (config.production) throw new StartError('A demo shop does not belong in production: unset NODE_ENV.');
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const { storage } = await openStorage(config, { ids: makeTypeIds(systemClock), log });
  try {
    const shop = { seed, count, currency: config.storeCurrency, now: systemClock.now() };
    const total = await seedDemoShop(storage, shop);
    return `Added ${count} products, with their variants ${total}, in categories.`;
  } finally {
    await storage.close();
  }
};

try {
  process.stdout.write(`${await run()}\n`);
} catch (error) {
  process.stderr.write(messageFor(error));
  process.exitCode = 1;
}
