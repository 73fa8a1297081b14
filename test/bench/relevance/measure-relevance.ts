import { signIn } from '../client.ts';
import { startServer } from '../processes.ts';
import { OWNER, say, serviceSettings } from '../settings.ts';
import { goods } from './goods.ts';
import { queries } from './queries.ts';

/** The languages of the judged goods. */
const LANGUAGES = ['en', 'de', 'fr', 'el'];

const TOP = 5;

const MIN_PRECISION = 0.85;

/** A third of what was empty before words had other forms. */
const MAX_EMPTY = 10;

type Found = Readonly<{ data: readonly Readonly<{ sku: string }>[] }>;

/**
 * Searches for what people type among goods as shops have them. The precision is how many of the best five, or of as many as
 * there are, somebody has judged to be what is meant. @returns whether it is good enough.
 */
export const measureRelevance = async (directory: string, databaseUrl: string): Promise<boolean> => {
  const { url, stop } = await startServer('../../src/commands/commerce.js', directory, serviceSettings(databaseUrl));
  try {
    const { key } = await signIn(url, OWNER);
    const send = async (path: string, init: RequestInit = {}, type = 'application/json'): Promise<unknown> => {
      const reply = await fetch(url + path, {
        ...init,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': type },
      });
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
      return reply.json();
    };
    await send('/api/shop', { method: 'PATCH', body: JSON.stringify({ search_languages: LANGUAGES }) });
    const lines = goods.map(({ kind: _, ...product }) => JSON.stringify({ ...product, price: 10 })).join('\n');
    await send('/api/products/import', { method: 'POST', body: lines }, 'application/x-ndjson');
    let precision = 0;
    let empty = 0;
    for (const { q, relevant } of queries) {
      const { data } = (await send(`/api/products?${new URLSearchParams({ q, limit: String(TOP) })}`)) as Found;
      const wanted = new Set(goods.filter(relevant).map(({ sku }) => sku));
      const hits = data.filter(({ sku }) => wanted.has(sku)).length;
      const most = Math.min(TOP, wanted.size);
      if (hits < most) say(`${q}: ${hits} of ${most}`);
      precision += hits / most / queries.length;
      if (data.length === 0) empty += 1;
    }
    say(`Precision at ${TOP}: ${precision.toFixed(3)}; empty: ${empty} of ${queries.length}.`);
    return precision >= MIN_PRECISION && empty <= MAX_EMPTY;
  } finally {
    await stop();
  }
};
