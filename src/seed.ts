import { parseArgs } from 'node:util';
import { systemClock } from '#adapters/system/system-clock.ts';
import { parseConfig } from '#composition/config.ts';
import { seedDemoShop } from '#composition/demo-shop/seed-demo-shop.ts';
import { readEnvironment } from '#composition/environment.ts';
import { onStorage } from '#composition/product-files/storage-session.ts';
import { StartError } from '#composition/start-error.ts';
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
  if (config.production) throw new StartError('A demo shop does not belong in production: unset NODE_ENV.');
  const shop = { seed, count, currency: config.storeCurrency, now: systemClock.now() };
  const total = await onStorage(config, (storage) => seedDemoShop(storage, shop));
  return `Added ${count} products, with their variants ${total}, in categories.`;
};

try {
  process.stdout.write(`${await run()}\n`);
} catch (error) {
  process.stderr.write(messageFor(error));
  process.exitCode = 1;
}
