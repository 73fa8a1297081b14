import { makeEncryption } from '#adapters/system/encryption.ts';
import type { Storage } from '#core/storage.ts';
import { seedDemoShop } from '#demo-shop/seed-demo-shop.ts';
import { type GrowingPast, newPast } from '#demo-shop/year/past.ts';
import { type YearSettings, yearOf } from '#demo-shop/year/seed-year.ts';
import { NOON, USD } from '../builders/builders.ts';
import { openMemoryStorage } from '../servers/memory-storage.ts';

/** The settings of a year of the demo shop. */
export const aYear = (fields: Partial<YearSettings> = {}): YearSettings => ({
  seed: 7,
  orders: 400,
  encryption: makeEncryption('the secret key of a demo shop'),
  now: NOON,
  ...fields,
});

/** Fills a storage with the products that a year sells. */
export const addDemoProducts = (storage: Storage, { seed, now }: YearSettings): Promise<number> =>
  seedDemoShop(storage, { seed, count: 40, currency: USD, now, storePictures: async () => new Map() });

/** A year of a demo shop, which is not stored. */
export const makeYear = async (settings: YearSettings): Promise<GrowingPast> => {
  const storage = await openMemoryStorage();
  await addDemoProducts(storage, settings);
  let last = 1_000;
  const history = { takeOrderNumbers: async (count: number) => Array.from({ length: count }, () => (last += 1)) };
  const year = newPast();
  for await (const part of yearOf({ storage, history }, settings)) addTo(year, part);
  return year;
};

/** Adds a part to a year. */
export const addTo = (year: GrowingPast, part: GrowingPast): void => {
  for (const [name, all] of Object.entries(year)) all.push(...(part[name as keyof GrowingPast] as never[]));
};
