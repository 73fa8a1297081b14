import { setTimeout as sleep } from 'node:timers/promises';
import { startShop } from './analytics-shop.ts';
import type { Measured } from './limit.ts';
import { throughputOf, WARM_UP_SECONDS } from './load.ts';
import { paidOrders } from './paid-orders.ts';
import { say } from './settings.ts';

const PAID_PER_SECOND = 200;
const SECONDS = 20;
const MAX_AGE_MS = 1_000;
const POLL_MS = 25;

/** How many of the orders may be missing, in per cent: otherwise the load was not the one to be measured. */
const MAX_MISSING = 5;

type Place = Parameters<typeof startShop>[0];

/**
 * Orders are paid at a steady rate, while the report of today is read again and again: an order is in the figures when as many
 * orders are as had been paid with it.
 */
export const measureFreshness = async (place: Place): Promise<readonly Measured[]> => {
  const { ids, stop, ...shop } = await startShop(place, 'on');
  try {
    const today = new Date().toISOString().slice(0, 10);
    const countOrders = async (): Promise<number> => {
      const reply = await fetch(`${shop.url}/api/analytics/sales?from=${today}`, { headers: shop.headers });
      if (reply.status !== 200) throw new Error(`The report was answered with ${reply.status}.`);
      return ((await reply.json()) as { totals: { orders: number } }).totals.orders;
    };
    await throughputOf({ ...shop, requests: paidOrders(ids) }, WARM_UP_SECONDS);
    await sleep(2 * MAX_AGE_MS);
    say(`Measuring: figures while ${PAID_PER_SECOND} orders are paid a second.`);
    const paidAt: number[] = [];
    const ages: number[] = [];
    const before = await countOrders();
    const paying = paidOrders(ids, () => paidAt.push(performance.now()));
    let isOver = false;
    // a request orders and the next one pays
    const load = throughputOf({ ...shop, requests: paying, rate: 2 * PAID_PER_SECOND }, SECONDS).finally(() => {
      isOver = true;
    });
    const deadline = (): boolean => isOver && performance.now() - (paidAt.at(-1) ?? 0) > 10 * MAX_AGE_MS;
    while (!isOver || (ages.length < paidAt.length && !deadline())) {
      await sleep(POLL_MS);
      const counted = (await countOrders()) - before;
      const now = performance.now();
      while (ages.length < Math.min(counted, paidAt.length)) ages.push(now - (paidAt[ages.length] ?? now));
    }
    await load;
    for (const at of paidAt.slice(ages.length)) ages.push(performance.now() - at);
    ages.sort((a, b) => a - b);
    const share = (part: number): number => ages[Math.ceil(ages.length * part) - 1] ?? Number.NaN;
    say(`Figures include a payment after ${share(0.5).toFixed(0)} ms (median) of its answer.`);
    const missing = 100 * (1 - paidAt.length / (PAID_PER_SECOND * SECONDS));
    return [
      { name: 'fresh figures: p99 of their age', value: share(0.99), limit: MAX_AGE_MS, unit: 'ms' },
      { name: 'fresh figures: orders that the load lacks', value: missing, limit: MAX_MISSING, unit: '%' },
    ];
  } finally {
    await stop();
  }
};
