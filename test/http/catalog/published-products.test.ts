import { expect } from 'chai';
import { create } from 'xmlbuilder2';
import { createProduct } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const FEED = '/api/feeds/google.xml';
const PAGE = 'https://shop.example/products/{slug}';

onService('published products', ({ app }) => {
  const setPage = async (url: string | null): Promise<void> => {
    const reply = await app().call('/api/shop/rules', { method: 'PATCH', body: { product_page_url: url } });
    expect(reply.status, reply.text).to.equal(200);
  };

  const visit = (path: string, headers: Record<string, string> = {}) => app().call(path, { key: null, headers });

  /** The items of the feed by id, as a parser of XML reads them. */
  const itemsOf = (text: string): Map<string, Record<string, string>> => {
    const items = new Map<string, Record<string, string>>();
    create(text).each(
      ({ node }) => {
        if (node.nodeName !== 'item') return;
        const item = Object.fromEntries(
          [...node.childNodes].map(({ nodeName, textContent }) => [nodeName, textContent ?? '']),
        );
        items.set(item['g:id'] ?? '', item);
      },
      false,
      true,
    );
    return items;
  };

  it('have no feed until the shop says where their pages are', async () => {
    const problem = expectProblem(await visit(FEED), 404, 'not_found');
    expect(problem.detail).to.include('product_page_url').and.include('/api/shop/rules');
  });

  it('have pages of addresses with a placeholder', async () => {
    for (const url of [
      'https://shop.example/p',
      'ftp://shop.example/{slug}',
      'https://{slug}/',
      'https://shop.example/{slug}/{id}',
      'https://shop.example/{name}',
    ]) {
      const reply = await app().call('/api/shop/rules', { method: 'PATCH', body: { product_page_url: url } });
      const { errors } = expectProblem(reply, 422, 'validation_failed');
      expect(errors?.[0], url).to.deep.include({ pointer: '/product_page_url' });
    }
  });

  it('are in a feed that anybody may read: those on sale, variants instead of their parents', async () => {
    await setPage(PAGE);
    const shirt = await createProduct(app(), {
      ...{ name: 'Shirt <&> "Größe" \u0001😀', price: 10, category: 'Clothing', vendor: 'Casa', cost: 3 },
      metadata: { secret: 'of the shop' },
    });
    const [medium, large] = await Promise.all(
      (['active', 'draft'] as const).map((status) =>
        createProduct(app(), { name: shirt.name, price: 12, parent_id: shirt.id, options: { size: status }, status }),
      ),
    );
    const mug = await createProduct(app(), { name: 'Mug', price: 5, stock: 0, barcode: '4006381333931' });
    const draft = await createProduct(app(), { name: 'Draft', status: 'draft' });
    const reply = await visit(FEED);
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.headers.get('Content-Type')).to.equal('application/xml; charset=utf-8');
    const items = itemsOf(reply.text);
    expect([...items.keys()].sort()).to.deep.equal([medium.id, mug.id].sort());
    expect(items.get(medium.id)).to.deep.include({
      'g:title': 'Shirt <&> "Größe" 😀 – active',
      'g:link': `https://shop.example/products/${encodeURIComponent(medium.slug)}`,
      'g:item_group_id': shirt.id,
      'g:product_type': 'Clothing',
      'g:price': '12.00 USD',
    });
    expect(items.get(mug.id)).to.deep.include({ 'g:availability': 'out_of_stock', 'g:gtin': '4006381333931' });
    for (const hidden of [large.id, draft.id, 'of the shop']) expect(reply.text).to.not.include(hidden);
  });

  it('are read from the storage once for all who ask within ten minutes, and again for other links', async () => {
    const first = await visit(FEED);
    const added = await createProduct(app(), { name: 'Later' });
    const second = await visit(FEED);
    expect(second.text).to.equal(first.text);
    const etag = first.headers.get('ETag') ?? '';
    expect(first.headers.get('Cache-Control')).to.equal('public, max-age=600');
    expect(new Date(first.headers.get('Last-Modified') ?? '').getTime()).to.be.closeTo(Date.now(), 60_000);
    const unchanged = await visit(FEED, { 'If-None-Match': etag });
    expect([unchanged.status, unchanged.text]).to.deep.equal([304, '']);
    expect((await app().call(FEED, { method: 'HEAD', key: null })).status).to.equal(200);
    await setPage('https://shop.example/{id}');
    const third = await visit(FEED, { 'If-None-Match': etag });
    expect(third.status).to.equal(200);
    expect(itemsOf(third.text).get(added.id)).to.deep.include({ 'g:link': `https://shop.example/${added.id}` });
  });

  it('are in the feed however many there are', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => `many-${index},Many ${index},1`);
    const body = `sku,name,price\n${rows.join('\n')}\n`;
    const headers = { 'Content-Type': 'text/csv' };
    expect((await app().call('/api/products/import', { method: 'POST', body, headers })).json.created).to.equal(1_200);
    await setPage('https://shop.example/many/{id}');
    const replies = await Promise.all([visit(FEED), visit(FEED), visit(FEED)]);
    const [items] = replies.map(({ text }) => itemsOf(text));
    expect([...(items?.values() ?? [])].filter((item) => String(item['g:title']).startsWith('Many'))).to.have.length(
      1_200,
    );
    expect(new Set(replies.map(({ text }) => text)).size).to.equal(1);
  });

  it('are described to search engines as JSON-LD', async () => {
    await setPage(PAGE);
    const product = await createProduct(app(), { name: '</script> mug', price: 5.5, cost: 1 });
    const path = `/api/products/${product.id}/json-ld`;
    const reply = await visit(path, { Accept: 'application/ld+json' });
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.headers.get('Content-Type')).to.equal('application/ld+json; charset=utf-8');
    expect(reply.text).to.not.include('<');
    expect(reply.json).to.deep.include({ '@type': 'Product', name: '</script> mug' });
    expect(reply.json.offers).to.include({ price: '5.50', priceCurrency: 'USD' });
    const etag = reply.headers.get('ETag') ?? '';
    expect((await visit(path, { 'If-None-Match': etag })).status).to.equal(304);
    const draft = await createProduct(app(), { status: 'draft' });
    for (const key of [null, app().ownerKey])
      expectProblem(await app().call(`/api/products/${draft.id}/json-ld`, { key }), 404, 'not_found');
  });
});
