// Why: docs/decisions/0067-feeds-of-products.md

import { randomUUID } from 'node:crypto';
import type { CatalogQueries } from '#core/catalog/ports.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import { digestTag } from '../request/preconditions.ts';
import { SpooledText } from '../responses/spooled-text.ts';
import { googleFeed } from './google-feed.ts';

/** How long a feed is sent to further readers. */
export const FEED_MAX_AGE_SECONDS = 600;

type Deps = Readonly<{ queries: CatalogQueries; shop: ShopQueries; systemClock: SystemClock }>;

/** A feed that was begun at a time, and may still be written. */
type StoredFeed = Readonly<{ pageUrl: string; startedAt: Date; etag: string; text: Promise<SpooledText> }>;

type OpenFeed = Pick<StoredFeed, 'startedAt' | 'etag'> & Readonly<{ chunks: AsyncGenerator<Uint8Array> }>;

/** Feeds are read at once from where they are opened. */
export type FeedCache = Readonly<{
  /** Opens the feed with links of a template, which is made anew if the last one is old, has failed, or has other links. */
  open(pageUrl: string): Promise<OpenFeed>;
}>;

export const makeFeedCache = ({ queries, shop, systemClock }: Deps): FeedCache => {
  let current: StoredFeed | undefined;

  const begin = (pageUrl: string, startedAt: Date): StoredFeed => {
    const text = shop.get().then(({ name }) => SpooledText.of(googleFeed(queries, { pageUrl, shopName: name })));
    const begun = { pageUrl, startedAt, etag: digestTag(randomUUID()), text };
    text.catch(() => {
      if (current === begun) current = undefined;
    });
    return begun;
  };

  const isFresh = async ({ startedAt, text }: StoredFeed, at: Date): Promise<boolean> =>
    at.getTime() < startedAt.getTime() + FEED_MAX_AGE_SECONDS * 1_000 && !(await text).hasFailed;

  const currentFeed = async (pageUrl: string): Promise<StoredFeed> => {
    const at = systemClock.now();
    const last = current;
    if (last?.pageUrl === pageUrl && (await isFresh(last, at))) return last;
    // another request may have begun one while this one waited
    if (current !== undefined && current !== last && current.pageUrl === pageUrl) return current;
    current = begin(pageUrl, at);
    last?.text.then((text) => text.release()).catch(() => {});
    return current;
  };

  const open = async (pageUrl: string): Promise<OpenFeed> => {
    const { etag, startedAt, text } = await currentFeed(pageUrl);
    const chunks = (await text).read();
    // undefined if another request has begun the next one just now
    return chunks === undefined ? open(pageUrl) : { chunks, etag, startedAt };
  };
  return { open };
};
