import createClient from 'openapi-fetch';
import type { paths } from './generated/api.ts';

// Lists, creates, reads, changes and deletes a product, and creates a webhook and rotates its secret, as a typed client
// does. It fails if anything is not as described.
const [baseUrl = '', key = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

const must = <T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T => {
  if (data === undefined) throw new Error(`${response.status} ${JSON.stringify(error)}`);
  return data;
};

const product = must(
  await client.POST('/api/products', {
    params: { header: { 'Idempotency-Key': 'typed-client' } },
    body: { name: 'Typed shirt', price: 19.99, category: 'Shirts' },
  }),
);
const path = { id: product.id };
const read = must(await client.GET('/api/products/{id}', { params: { path } }));
const changed = must(
  await client.PATCH('/api/products/{id}', {
    params: { path, header: { 'If-Match': `"${read.version}"` } },
    body: { price: 24.5 },
  }),
);
const page = must(await client.GET('/api/products', { params: { query: { category: ['Shirts'], limit: 5 } } }));
// fields with a default are omitted
const url = 'https://shop.example/hooks';
const webhook = must(await client.POST('/api/webhooks', { body: { url, events: ['order.paid'] } }));
must(await client.POST('/api/webhooks/{id}/rotate_secret', { params: { path: { id: webhook.id } }, body: {} }));
const { response } = await client.DELETE('/api/products/{id}', { params: { path } });

process.stdout.write(
  JSON.stringify({
    changed: changed.price,
    listed: page.data.map(({ name }) => name),
    deleted: response.status,
    ordering: webhook.ordering,
  }),
);
