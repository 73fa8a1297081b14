import { makeSharpDecoder } from '#adapters/image-decoder/sharp-decoder.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { showProgress } from '#adapters/system/progress.ts';
import { systemClock } from '#adapters/system/system-clock.ts';
import type { Config } from '#composition/config.ts';
import { openFiles } from '#composition/file-storage.ts';
import { openEncryption, verifySecretKeys } from '#composition/secret-key.ts';
import { StartError } from '#composition/start-error.ts';
import { makeUploadImage } from '#core/images/use-cases/upload-image.ts';
import { CalendarDay, ZonedTime } from '#core/shared/zoned-time.ts';
import type { Storage } from '#core/storage.ts';
import { seedDemoShop } from './seed-demo-shop.ts';
import { makeStorePictures, type StorePictures } from './store-pictures.ts';
import { seedYear } from './year/seed-year.ts';

type Filling = Readonly<{
  seed: number;
  /** How many products are added, without their variants. */
  products: number;
  /** How many orders are added; with orders, products are only added if the shop has none. */
  orders: number;
  now: Date;
  /** The day after the year of the orders; today if undefined. */
  until: CalendarDay | undefined;
}>;

type Shop = Readonly<{ storage: Storage; database: Database; config: Config }>;

/** Fills a shop with demo data. @returns what was added, for people. @throws StartError if it is already there. */
export const fillShop = async (shop: Shop, asked: Filling): Promise<string> => {
  const filling = { ...asked, now: await endOf(shop, asked) };
  const lines: string[] = [];
  if (filling.orders === 0 || !(await hasProducts(shop.storage))) lines.push(await addProducts(shop, filling));
  if (filling.orders > 0) lines.push(await addYear(shop, filling));
  return lines.join('\n');
};

/** When the year ends. */
const endOf = async ({ storage }: Shop, { now, until }: Filling): Promise<Date> => {
  if (until === undefined) return now;
  const { timeZone } = await storage.shopQueries.get();
  const end = ZonedTime.startOfDay(timeZone, until);
  if (end <= now) return end;
  throw new StartError('--until must not be in the future.');
};

const addProducts = async ({ storage, config }: Shop, { seed, products: count, now }: Filling): Promise<string> => {
  const { currency } = await storage.shopRulesQueries.get();
  const total = await seedDemoShop(storage, { seed, count, currency, now, storePictures: picturesOf(config) });
  return `Added ${count} products, with their variants ${total}, in categories.`;
};

/** Stores pictures where the service finds them; without `sharp` they have no smaller copies. */
const picturesOf = (config: Config): StorePictures => {
  const imageDecoder = makeSharpDecoder({ debug() {}, info() {}, warn() {}, error() {} });
  const uploadImage = makeUploadImage({ files: openFiles(config, systemClock), imageDecoder, systemClock });
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return makeStorePictures({ uploadImage, publicUrl: config.publicUrl ?? `http://${host}:${config.port}` });
};

const addYear = async (shop: Shop, { seed, orders, now, until }: Filling): Promise<string> => {
  const encryption = await openEncryption(shop.config);
  await verifySecretKeys(shop.storage.encryptedData, encryption);
  const progress = showProgress(process.stderr, orders);
  try {
    await seedYear(shop, { seed, orders, encryption, now }, progress.update);
    await countAgain(shop.storage);
  } finally {
    progress.stop();
  }
  return `Added ${orders} orders in the year before ${until ? CalendarDay.toText(until) : 'today'}, with their customers and payments.`;
};

/** A past has no events: the service computes its figures when it runs. */
const countAgain = async ({ shopQueries, unitOfWork }: Storage): Promise<void> => {
  const { timeZone } = await shopQueries.get();
  await unitOfWork.run((tx) => tx.analytics.begin(timeZone));
};

const hasProducts = async ({ catalogQueries }: Storage): Promise<boolean> =>
  (await catalogQueries.listProducts({ filter: {}, page: { limit: 1 }, visibility: 'full' })).items.length > 0;
