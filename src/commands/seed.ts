import { parseArgs } from 'node:util';
import { systemClock } from '#adapters/system/system-clock.ts';
import { readEnvironment } from '#composition/environment.ts';
import { parseConfig } from '#composition/parse-config.ts';
import { StartError } from '#composition/start-error.ts';
import { CalendarDay } from '#core/shared/zoned-time.ts';
import { fillShop } from '#demo-shop/fill-shop.ts';
import { printResult } from './command.ts';
import { onStorage } from './storage-session.ts';

const USAGE = `Usage: npm run seed -- [--seed NUMBER] [--products NUMBER] [--orders NUMBER] [--until DATE]
  fills a shop with a category tree, products with variants, pictures, prices, stock and reductions
  --seed      which shop: the same number makes the same one (1)
  --products  how many products, without their variants: 1 to 2000 (240)
  --orders    how many orders in a year, with customers, payments, refunds and subscriptions: 0 to 1000000 (0). The
              products are then added only if the shop has none
  --until     the day after the year, such as 2026-01-01 (today)
The settings are those of the service.`;

type Bounds = Readonly<{ minimum: number; maximum: number }>;

const numberOf = (name: string, typed: string, { minimum, maximum }: Bounds): number => {
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  throw new StartError(`--${name} must be a whole number from ${minimum} to ${maximum}.`);
};

const dayOf = (typed: string | undefined): CalendarDay | undefined => {
  if (typed === undefined) return undefined;
  const day = CalendarDay.parse(typed);
  if (day !== undefined) return day;
  throw new StartError('--until must be a date, such as 2026-01-01.');
};

const parse = () => {
  try {
    const options = {
      seed: { type: 'string', default: '1' },
      products: { type: 'string', default: '240' },
      orders: { type: 'string', default: '0' },
      until: { type: 'string' },
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
  const seed = numberOf('seed', values.seed, { minimum: 1, maximum: 999_999_999 });
  const products = numberOf('products', values.products, { minimum: 1, maximum: 2_000 });
  const orders = numberOf('orders', values.orders, { minimum: 0, maximum: 1_000_000 });
  const config = parseConfig(readEnvironment(), { createsOwner: false });
  if (config.production) throw new StartError('A demo shop does not belong in production: unset NODE_ENV.');
  const filling = { seed, products, orders, now: systemClock.now(), until: dayOf(values.until) };
  return onStorage(config, (storage, _ids, database) => fillShop({ storage, database, config }, filling));
};

await printResult(run);
