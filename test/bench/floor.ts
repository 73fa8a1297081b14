import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'pg';
import { systemClock } from '#adapters/system/system-clock.ts';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import { ORDER, ORDER_FUNCTION } from './floor-order.ts';
import { BEGIN_PAYMENT, CHARGE, END_PAYMENT, PAYMENT_FUNCTIONS } from './floor-payment.ts';
import { COUNTED, CREATE, DEEP, FILTERED, type Named, ONE, PAGE, SEARCH } from './floor-statements.ts';

// a process of its own: the minimal server for the same responses, without any checks

const ids = makeTypeIds(systemClock);
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

type Values = readonly unknown[];

const respond = async (response: ServerResponse, status: number, statement: Named, values: Values): Promise<void> => {
  const { rows } = await pool.query<{ body: string }>({ ...statement, values: [...values] });
  const body = Buffer.from(rows[0]?.body ?? '');
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.byteLength }).end(body);
};

const read = (url: string, response: ServerResponse): Promise<void> => {
  const at = url.indexOf('?');
  if (at === -1 && url !== '/api/products') return respond(response, 200, ONE, [url.slice('/api/products/'.length)]);
  const query = new URLSearchParams(at === -1 ? '' : url.slice(at));
  const words = query.get('words');
  if (words !== null) return respond(response, 200, SEARCH, [words]);
  const [category, after] = [query.get('category'), query.get('after')];
  if (category !== null) {
    const statement = query.has('include_total') ? COUNTED : FILTERED;
    return respond(response, 200, statement, [category, query.get('price_min'), query.get('price_max')]);
  }
  return after === null ? respond(response, 200, PAGE, []) : respond(response, 200, DEEP, after.split(','));
};

const order = (request: IncomingMessage, response: ServerResponse, text: string): Promise<void> => {
  const { items, email } = JSON.parse(text) as { items: { product_id: string; quantity: number }[]; email: string };
  return respond(response, 201, ORDER, [
    items.map(({ product_id: id }) => id),
    items.map(({ quantity }) => quantity),
    ids.next('ord'),
    items.map(() => ids.next('item')),
    [ids.next('evt'), ...items.map(() => ids.next('evt'))],
    ids.next('tml'),
    email,
    new Date().toISOString(),
    'account',
    request.headers['idempotency-key']?.toString(),
    hash('sha256', text, 'base64url'),
  ]);
};

const pay = async (request: IncomingMessage, response: ServerResponse, text: string): Promise<void> => {
  const { order_id: orderId } = JSON.parse(text) as { order_id: string };
  const [id, entries] = [ids.next('pay'), Array.from({ length: 7 }, () => ids.next('tml'))];
  const [at, key, print] = [
    new Date().toISOString(),
    request.headers['idempotency-key'],
    hash('sha256', text, 'base64url'),
  ];
  const begun = await pool.query({ ...BEGIN_PAYMENT, values: [orderId, id, entries, at, key, print] });
  const due = begun.rows[0]?.due;
  await pool.query({ ...CHARGE, values: [id, orderId, due] });
  return respond(response, 201, END_PAYMENT, [orderId, id, entries, at, 'account', key, print, due]);
};

const create = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  if (request.url === '/api/orders') return order(request, response, text);
  if (request.url === '/api/payments') return pay(request, response, text);
  const body = JSON.parse(text);
  const id = ids.next('prod');
  await respond(response, 201, CREATE, [
    id,
    body.category,
    body.name,
    Math.round(body.price * (body.currency === 'JPY' ? 1 : 100)),
    body.price,
    body.currency,
    body.description,
    body.sku,
    body.status,
    body.stock,
    JSON.stringify(body.images),
    JSON.stringify(body.attributes),
    JSON.stringify(body.metadata),
    new Date().toISOString(),
    ids.next('evt'),
    'account',
    request.headers['idempotency-key']?.toString(),
    hash('sha256', text, 'base64url'),
    `{"Location":"/api/products/${id}"}`,
  ]);
};

const server = createServer((request, response) => {
  const handled = request.method === 'POST' ? create(request, response) : read(request.url ?? '', response);
  handled.catch((error: unknown) => response.writeHead(500).end(String(error)));
});
await pool.query(ORDER_FUNCTION);
await pool.query(PAYMENT_FUNCTIONS);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${typeof address === 'object' && address?.port}` })}\n`,
  );
});
