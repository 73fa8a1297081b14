import Joi from 'joi';
import type { CatalogQueries } from '#core/catalog/ports.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { ShopQueries, ShopRulesQueries } from '#core/shop/ports.ts';
import { HttpError } from '../responses/problem.ts';
import { downloadOperation, readOperation } from '../routing/operation.ts';
import { required } from '../schemas/required.ts';
import type { FeedCache } from './feed-cache.ts';

export type PublishingOperationsDeps = Readonly<{
  queries: CatalogQueries;
  shop: ShopQueries;
  rules: ShopRulesQueries;
  systemClock: SystemClock;
}>;

/** @throws HttpError `not_found` without a rule that makes links. */
const requirePageUrl = (pageUrl: string | null): string => {
  if (pageUrl !== null) return pageUrl;
  const detail =
    'There is no feed, since it links to the pages of products: set product_page_url by PATCH /api/shop/rules, such as https://shop.example/products/{slug}.';
  throw new HttpError(404, 'not_found', detail);
};

const FEED = { type: 'application/xml', name: 'google.xml' } as const;

export const getGoogleFeed = ({ rules, ...deps }: PublishingOperationsDeps) => {
  let cache: FeedCache | undefined;
  return downloadOperation({
    path: '/api/feeds/google.xml',
    operationId: 'getGoogleFeed',
    summary: 'Get a feed for Google',
    description:
      'The products on sale for Google Merchant Center (RSS 2.0 with the attributes of its product data specification): an item for each product ' +
      'without variants, and for each variant. It may be ten minutes old. The links follow the rule `product_page_url`, without which there is no feed.',
    access: { kind: 'optional' },
    versioned: true,
    responses: { 200: { description: 'The feed.' } },
    problems: ['not_found'],
    files: [FEED],
    isReady: true,
    async *download(_request, _type, describe) {
      const pageUrl = requirePageUrl((await rules.get()).product_page_url);
      const { FEED_MAX_AGE_SECONDS, makeFeedCache } = await import('./feed-cache.ts');
      cache ??= makeFeedCache(deps);
      const { chunks, etag, startedAt } = await cache.open(pageUrl);
      describe({ etag, lastModified: startedAt, maxAgeSeconds: FEED_MAX_AGE_SECONDS });
      yield* chunks;
    },
  });
};

const jsonLdSchema = Joi.object({
  '@context': required(Joi.string().valid('https://schema.org'), 'The vocabulary.'),
  '@type': required(Joi.string().valid('Product', 'ProductGroup'), 'A product, or one with variants.'),
})
  .unknown()
  .id('ProductJsonLd')
  .description('A `Product` with its `Offer`, or a `ProductGroup` with its variants (schema.org).');

export const getProductJsonLd = ({ queries, rules }: PublishingOperationsDeps) =>
  readOperation({
    path: '/api/products/{id}/json-ld',
    id: 'prod',
    operationId: 'getProductJsonLd',
    summary: 'Get a product as JSON-LD',
    description:
      'What a page of the product embeds for search engines (schema.org), in a `script` element of the type `application/ld+json`: the text has no `<`. ' +
      'Only products on sale exist. A product with variants is a `ProductGroup`, a variant a `Product` of one. Links follow the rule `product_page_url`, and are left out without it.',
    access: { kind: 'optional' },
    versioned: true,
    mediaType: 'application/ld+json',
    responses: { 200: { description: 'The product.', schema: jsonLdSchema } },
    read: async ({ id }) => {
      const { getFamily } = await import('#core/catalog/publishing/families.ts');
      const { jsonLdText, productJsonLd } = await import('#core/catalog/publishing/json-ld.ts');
      const [family, { product_page_url: pageUrl }] = await Promise.all([getFamily(queries, id), rules.get()]);
      return { status: 200, body: jsonLdText(productJsonLd(family, pageUrl)), hasETag: true };
    },
  });
