import { expect } from 'chai';
import sharp from 'sharp';
import { PNG } from '../../support/builders/images.ts';
import { importFile } from '../../support/builders/imports.ts';
import { eventually } from '../../support/eventually.ts';
import { onService } from '../../support/servers/on-service.ts';
import { type Receiver, startReceiver } from '../../support/servers/receivers.ts';

onService('images of an import', ({ app }) => {
  let host: Receiver;
  let wide: Buffer;

  before(async () => {
    wide = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    host = await startReceiver((request, response) => {
      const path = request.url ?? '';
      if (path.includes('wide')) response.end(wide);
      else if (path.includes('small')) response.end(PNG);
      else if (path.includes('busy')) response.writeHead(503).end();
      else response.writeHead(404).end();
    });
  });
  after(() => host.close());

  const at = (path: string): string => `http://127.0.0.1:${host.port}${path}`;
  const importLines = (lines: readonly string[], query = '') =>
    importFile(app(), lines.join('\n'), { query: `?on_error=continue${query}` });
  const productOfSlug = async (slug: string) => (await app().call(`/api/products?slug=${slug}`)).json.data[0];
  const importOf = async (id: string) => (await app().call(`/api/imports/${id}`)).json;

  /** The import once no image waits for its first attempt. */
  const fetched = async (id: string) => {
    await eventually('all images are fetched', async () => (await importOf(id)).images.pending === 0);
    return importOf(id);
  };

  const requested = (path: string) =>
    eventually(`${path} is requested`, async () => host.received.some((request) => request.path === path));

  it('arrive in the shop after it, in their order, and what failed is left out and reported', async () => {
    const file = [
      'Handle,Title,Body (HTML),Variant SKU,Variant Price,Image Src,Image Alt Text',
      `fetched-hoodie,Hoodie,,FETCHED-1,49,${at('/wide.png')},"From the front, "`,
      `fetched-hoodie,,,,,${at('/missing.png')},Missing`,
      `fetched-hoodie,,,,,${at('/small.png')},`,
    ];
    const { json } = await importLines(file);
    expect(json).to.deep.include({ status: 'completed', created: 1 });
    const { images, warnings } = await fetched(json.id);
    expect(images).to.deep.equal({ pending: 0, stored: 2, failed: 1 });
    expect(warnings).to.deep.include({
      code: 'images.not_found',
      field: 'images',
      count: 1,
      first: [{ line: 2, message: `${at('/missing.png')} was left out: it is not given to everybody, or not there` }],
    });
    const product = await productOfSlug('fetched-hoodie');
    expect(product.images).to.have.length(2);
    for (const url of product.images) expect(url).to.match(new RegExp(`^${app().url}/images/[0-9a-f]{64}-`));
    expect(product.media[0]).to.include({ alt: 'From the front,', width: 400, height: 200 });
    expect(product.media[1]).to.include({ alt: null, width: 1, height: 1 });
    const served = await fetch(product.images[0]);
    expect(Buffer.from(await served.arrayBuffer()).equals(wide)).to.equal(true);
    const events = (await app().call(`/api/events?resource_id=${product.id}`)).json.data;
    const types: string[] = events.map(({ type }: { type: string }) => type);
    // one for each change: on a busy machine each image arrives by itself
    const updates = new Array(product.version - 1).fill('product.updated');
    expect(types).to.deep.equal([...updates, 'product.created']);

    const again = await importLines(file);
    expect(again.json).to.include({ created: 0, updated: 0, unchanged: 1 });
    expect(again.json.images).to.deep.equal({ pending: 0, stored: 0, failed: 0 });
    expect(await productOfSlug('fetched-hoodie')).to.deep.equal(product);
  });

  it('are shown by https from where they are, until they are fetched', async () => {
    const { json } = await importLines(
      ['sku;name;price;Bild-URL', `FETCHED-2;Cap;9;${at('/busy.png')}`],
      '&preset=generic',
    );
    await requested('/busy.png');
    expect((await importOf(json.id)).images).to.deep.equal({ pending: 1, stored: 0, failed: 0 });
    const [product] = (await app().call('/api/products?sku=FETCHED-2')).json.data;
    expect(product.images).to.deep.equal([at('/busy.png').replace('http:', 'https:')]);
    // also by another import of the same file
    const again = await importLines(
      ['sku;name;price;Bild-URL', `FETCHED-2;Cap;9;${at('/busy.png')}`],
      '&preset=generic',
    );
    expect(again.json).to.deep.include({ unchanged: 1, images: { pending: 0, stored: 0, failed: 0 } });
  });

  it('follow an address that is said, if they have none', async () => {
    const file = ['sku,name,price,image', 'FETCHED-3,Bag,9,/a/small.png', 'FETCHED-4,Bag,9,b/small.png'];
    const query = `&preset=generic&image_base=${encodeURIComponent(at('/media/'))}`;
    const { json } = await importLines(file, query);
    expect((await fetched(json.id)).images).to.deep.equal({ pending: 0, stored: 2, failed: 0 });
    const paths = host.received.map(({ path }) => path);
    expect(paths).to.include.members(['/media/a/small.png', '/media/b/small.png']);
  });

  it('do not come back where they were removed meanwhile', async () => {
    const { json } = await importLines(
      ['sku,name,price,image', `FETCHED-5,Pen,9,${at('/busy-5.png')}`],
      '&preset=generic',
    );
    expect(json.images.pending).to.equal(1);
    const [product] = (await app().call('/api/products?sku=FETCHED-5')).json.data;
    await app().call(`/api/products/${product.id}`, { method: 'PATCH', body: { images: [] } });
    await requested('/busy-5.png');
    expect((await app().call(`/api/products/${product.id}`)).json.images).to.deep.equal([]);
  });

  it('keep the texts that they were given since, where the file has none, and are shown once', async () => {
    const images = `"${at('/small-7.png')}\n${at('/small-7-again.png')}"`;
    const file = ['sku,name,price,image', `FETCHED-7,Mug,9,${images}`];
    const { json } = await importLines(file, '&preset=generic');
    await fetched(json.id);
    const [product] = (await app().call('/api/products?sku=FETCHED-7')).json.data;
    expect(product.images).to.have.length(1);
    const media = [{ url: product.images[0], alt: 'A mug' }];
    await app().call(`/api/products/${product.id}`, { method: 'PATCH', body: { media } });
    expect((await importLines(file, '&preset=generic')).json).to.include({ updated: 0, unchanged: 1 });
    expect((await app().call(`/api/products/${product.id}`)).json.media[0].alt).to.equal('A mug');
  });

  it('are counted by a dry run, and not fetched', async () => {
    const file = ['sku,name,price,image', `FETCHED-6,Cup,9,${at('/small-6.png')}`];
    const { json } = await importLines(file, '&preset=generic&dry_run=true');
    expect(json.images).to.deep.equal({ pending: 1, stored: 0, failed: 0 });
    expect(host.received.some(({ path }) => path === '/small-6.png')).to.equal(false);
  });
});
