import { expect } from 'chai';
import MiniSearch from 'minisearch';
import { wholeDocument } from '#composition/whole-document.ts';
import { findParts, SEARCH_OPTIONS } from '#docs-site/browser/search-engine.ts';
import { buildSite } from '#docs-site/site.ts';

/** What a developer looks for, and where one of the first five results leads. */
const SEARCHES: readonly (readonly [text: string, address: RegExp])[] = [
  ['refund', /#refundPayment$/],
  ['webhook signature', /\/webhooks#verify/],
  ['pagination', /quick-start#5-read-lists$|cursor/],
  ['guest checkout', /#createOrder$|\/storefront#/],
  ['inventory', /#adjustStock$/],
  ['idempotency', /client#retries-and-idempotency$/],
  ['tax', /\/pricing#/],
  ['3D secure', /\/storefront#take-the-payment$|\/testing/],
  ['rate limiting', /rate_limited$|#limits$/],
  ['subscription cancel', /#cancelSubscription$/],
  ['how do I refund', /#refundPayment$/],
  ['coupon', /\/pricing#|#createDiscount$/],
  ['SDK', /\/docs\/guides\/client/],
  ['log in', /#signIn$|accounts/],
  ['publishable key', /#from-the-browser$|#createApiKey$/],
];

describe('the search of the pages for developers', () => {
  let index: MiniSearch;

  before(async () => {
    const files = await buildSite(await wholeDocument());
    const json = files.find(({ path }) => path.endsWith('/search.json'))?.body ?? '';
    index = MiniSearch.loadJSON(json, SEARCH_OPTIONS);
  });

  for (const [text, address] of SEARCHES) {
    it(`finds “${text}”`, () => {
      const found = findParts(index, text).slice(0, 5);
      expect(
        found.some(({ id }) => address.test(String(id))),
        found.map(({ id }) => id).join(' '),
      ).to.equal(true);
    });
  }
});
