import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'pg';
import { systemClock } from '#adapters/system/system-clock.ts';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import * as statements from './floor-statements.ts';

// a process of its own: the least that a server does for such responses, without any checks

const ids = makeTypeIds(systemClock);
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10, application_name: 'floor' });

type Answer = Readonly<{ statement: statements.Named; values: readonly unknown[] }>;

const answer = (statement: statements.Named, ...values: readonly unknown[]): Answer => ({ statement, values });

const answerRead = (url: string): Answer => {
  const at = url.indexOf('?');
  if (at === -1) return answer(statements.ONE_PRODUCT, url.slice('/api/products/'.length));
  const query = new URLSearchParams(url.slice(at));
  const [words, category] = [query.get('q'), query.get('category')];
  if (words !== null) return answer(statements.SEARCH, words.split(' ').join(' & '));
  if (category !== null) {
    return answer(statements.FILTERED_PAGE, category, query.get('price_min'), query.get('price_max'));
  }
  return answer(query.has('include_total') ? statements.PAGE_WITH_TOTAL : statements.PAGE);
};

const WRITES: Readonly<Record<string, (body: never) => Answer | Promise<Answer>>> = {
  '/api/products': ({ name, description, price, currency, category, sku, status, stock }: Record<string, unknown>) =>
    answer(
      statements.CREATE_PRODUCT,
      ...[ids.next('prod'), name, description, price, currency, category, sku, status, stock],
    ),
  '/api/orders': ({ email, items }: { email: string; items: { product_id: string; quantity: number }[] }) =>
    answer(
      statements.ORDER,
      ids.next('ord'),
      email,
      items.map((item) => item.product_id),
      items.map((item) => item.quantity),
    ),
  '/api/payments': async ({ order_id: orderId }: { order_id: string }) => {
    const id = ids.next('pay');
    await pool.query({ ...statements.BEGIN_PAYMENT, values: [id, orderId] });
    await pool.query({ ...statements.CHARGE, values: [id] });
    return answer(statements.END_PAYMENT, id);
  },
};

const answerWrite = async (request: IncomingMessage): Promise<Answer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const write = WRITES[request.url ?? ''];
  if (write === undefined) throw new Error(`The floor has no ${request.url}.`);
  return write(JSON.parse(Buffer.concat(chunks).toString()) as never);
};

const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const isWrite = request.method === 'POST';
  const { statement, values } = isWrite ? await answerWrite(request) : answerRead(request.url ?? '');
  const { rows } = await pool.query<{ body: string }>({ ...statement, values: [...values] });
  if (rows[0] === undefined) throw new Error(`${statement.name} found nothing.`);
  const body = Buffer.from(rows[0].body);
  const tag = statement === statements.ONE_PRODUCT ? { ETag: `"${hash('sha1', body)}"` } : {};
  if ('ETag' in tag && request.headers['if-none-match'] === tag.ETag) {
    response.writeHead(304, tag).end();
    return;
  }
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.byteLength, ...tag };
  response.writeHead(isWrite ? 201 : 200, headers).end(body);
};

const server = createServer((request, response) => {
  respond(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${typeof address === 'object' && address?.port}` })}\n`,
  );
});
