import { measureFreshness } from './analytics-freshness.ts';
import { measureReports } from './analytics-reports.ts';
import { startShop } from './analytics-shop.ts';
import { isKept, limitsTable, type Measured } from './limit.ts';
import { measureAlternately } from './load.ts';
import { paidOrders } from './paid-orders.ts';
import { medianRatio, report } from './report.ts';
import { say } from './settings.ts';

/** Of the rate of paid orders without analytics, in per cent. */
const MAX_LOSS = 10;

const LOAD = { rounds: 12, seconds: 5 };

type Settings = Readonly<{
  /** How many orders the reports are about. */
  orders: number;
  isSelected: (name: string) => boolean;
}>;

/**
 * Measures what figures cost those who buy, how old they are, how long reports take, and the memory of a rebuild.
 * @returns whether all are within their limits.
 */
export const measureAnalytics = async (
  directory: string,
  serverUrl: string,
  { orders, isSelected }: Settings,
): Promise<boolean> => {
  const measured: Measured[] = [];
  const place = { directory, serverUrl };
  if (isSelected('paid')) measured.push(await measurePaidOrders(place));
  if (isSelected('fresh')) measured.push(...(await measureFreshness(place)));
  if (isSelected('reports')) measured.push(...(await measureReports(place, orders)));
  say(limitsTable(measured));
  return measured.every(isKept);
};

type Place = Parameters<typeof startShop>[0];

const measurePaidOrders = async (place: Place): Promise<Measured> => {
  const shops = [await startShop(place, 'on'), await startShop(place, 'off')] as const;
  try {
    const [on, off] = shops.map(({ ids, ...shop }) => ({ ...shop, requests: paidOrders(ids) }));
    if (on === undefined || off === undefined) throw new Error('There are two shops.');
    say('Measuring: paid orders with and without analytics.');
    const rates = await measureAlternately({ on, off }, LOAD);
    say(report('with analytics / without', [['an order and its payment', rates.on, rates.off]]));
    const loss = 100 * (1 - medianRatio(rates.on, rates.off));
    return { name: 'paid orders: rate that analytics takes', value: loss, limit: MAX_LOSS, unit: '%' };
  } finally {
    for (const { stop } of shops) await stop();
  }
};
