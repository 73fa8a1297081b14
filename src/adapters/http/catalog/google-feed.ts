import type { CategoryId } from '#core/catalog/category.ts';
import { readCategoryPaths } from '#core/catalog/category-paths.ts';
import type { CatalogQueries } from '#core/catalog/ports.ts';
import { familiesOnSale } from '#core/catalog/publishing/families.ts';
import { type GoogleItem, googleItem, type ItemContext } from '#core/catalog/publishing/google-item.ts';
import type { PublishedFamily } from '#core/catalog/publishing/json-ld.ts';
import { escapeHtml } from '../responses/escape-html.ts';

/** Characters that XML 1.0 cannot contain, escaped or not. */
const INVALID = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const escapeXml = (text: string): string => escapeHtml(text.replaceAll(INVALID, ''));

const itemText = (item: GoogleItem): string =>
  `<item>\n${item.map(([name, value]) => `<g:${name}>${escapeXml(value)}</g:${name}>\n`).join('')}</item>\n`;

/** A product without variants, or each of its variants. */
const itemsOf = ({ product, variants }: PublishedFamily, context: ItemContext): readonly GoogleItem[] =>
  variants.length === 0
    ? [googleItem(product, null, context)].filter(() => product.variants.length === 0)
    : variants.map((variant) => googleItem(variant, product, context));

type Feed = Readonly<{ pageUrl: string; shopName: string }>;

/** The products on sale as a feed for Google Merchant Center: RSS 2.0 with the attributes of its product data specification. */
export async function* googleFeed(queries: CatalogQueries, { pageUrl, shopName }: Feed): AsyncGenerator<string> {
  const paths = await readCategoryPaths(queries, 'public');
  const context = { pageUrl, categoryPath: (id: CategoryId) => paths.get(id) ?? [] };
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n' +
    `<title>${escapeXml(shopName)}</title>\n<link>${escapeXml(new URL('/', pageUrl).href)}</link>\n` +
    '<description>All products on sale</description>\n';
  for await (const families of familiesOnSale(queries))
    yield families
      .flatMap((family) => itemsOf(family, context))
      .map(itemText)
      .join('');
  yield '</channel>\n</rss>\n';
}
