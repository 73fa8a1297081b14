import { expect } from 'chai';
import fc from 'fast-check';
import { expectWellFormed } from '../../support/documents/well-formed.ts';
import { runs } from '../../support/extent.ts';
import { anyBody, validKey, validPatch, validProduct } from '../../support/models/arbitrary-bodies.ts';
import { anyQuery, anyRequest } from '../../support/models/arbitrary-requests.ts';
import { type Client, type ClientResponse, openClient, type Sent } from '../../support/servers/keep-alive.ts';
import { onService } from '../../support/servers/on-service.ts';

type Json = Record<string, unknown>;
type Body = string | Uint8Array;

/** The number of cases per property, and the minimum number of requests. */
const SIZE = { cases: runs(550), requests: runs(10_000) };

const DEFAULTS = {
  currency: 'USD',
  description: null,
  category: null,
  sku: null,
  status: 'active',
  stock: null,
  images: [],
  attributes: {},
  metadata: {},
};

/** The product as it is shown after these fields; JSON has a single zero, and labels are trimmed. */
const shown = ({ category, ...fields }: Json): Json => ({
  ...DEFAULTS,
  ...fields,
  category: typeof category === 'string' ? category.trim() : null,
  price: Number(fields['price']) + 0,
});

/** The fields that clients may set. */
const fieldsOf = (product: Json): Json =>
  Object.fromEntries(['name', 'price', ...Object.keys(DEFAULTS)].map((field) => [field, product[field]]));

/** A body as the service reads it: a lone surrogate becomes another character in transit. */
const parsed = (body: Body) => JSON.parse(Buffer.from(body as string).toString());

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An independent RFC 7396. */
const merged = (target: unknown, patch: Json): Json => {
  const result: Json = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = isObject(value) ? merged(result[name], value) : value;
  }
  return result;
};

const fuzz = (): void =>
  onService('the service', ({ app }) => {
    const { cases, requests } = SIZE;
    let client: Client;

    before(() => {
      client = openClient(app().url);
    });
    after(() => client.close());

    const send = async (sent: Sent, key = app().ownerKey): Promise<ClientResponse> => {
      const response = await client.send({ ...sent, headers: { Authorization: `Bearer ${key}`, ...sent.headers } });
      expectWellFormed(sent, response);
      return response;
    };
    const write = (method: string, path: string, body: Body): Promise<ClientResponse> =>
      send({ method, path, body, headers: { 'Content-Type': 'application/json' } });
    const get = (path: string): Promise<ClientResponse> => send({ method: 'GET', path });
    const read = async (path: string): Promise<Json> => JSON.parse((await get(path)).text);
    const remove = (path: string): Promise<ClientResponse> => send({ method: 'DELETE', path });
    const locationOf = ({ headers }: ClientResponse): string => headers.location ?? '';
    /** A failure reports its seed. */
    const holds = <T>(property: fc.IAsyncProperty<T>): Promise<void> => fc.assert(property, { numRuns: cases });

    /** Checks a property of a product and a body sent to its path. */
    const holdsOfProduct = async (
      bodies: fc.Arbitrary<Body>,
      check: (path: string, before: Json, body: Body) => Promise<void>,
    ): Promise<void> => {
      const path = locationOf(await write('POST', '/api/products', '{"name":"a","price":1}'));
      const property = fc.asyncProperty(validProduct, bodies, async (product, body) => {
        const before = await write('PUT', path, JSON.stringify(product));
        expect(before.status, before.text).to.equal(200);
        await check(path, JSON.parse(before.text), body);
      });
      await holds(property);
      await remove(path);
    };

    it('stores every valid product as sent', async () => {
      const property = fc.asyncProperty(validProduct, async (product) => {
        const made = await write('POST', '/api/products', JSON.stringify(product));
        expect(made.status, made.text).to.equal(201);
        const stored = await read(locationOf(made));
        expect(fieldsOf(stored)).to.deep.equal(shown(product));
        expect(stored).to.deep.equal(JSON.parse(made.text));
        await remove(locationOf(made));
      });
      await holds(property);
    });

    it('stores any created product completely or not at all', async () => {
      const property = fc.asyncProperty(anyBody(validProduct), async (body) => {
        const before = await read('/api/products?limit=100');
        const made = await write('POST', '/api/products', body);
        if (made.status === 201) {
          expect(fieldsOf(await read(locationOf(made)))).to.deep.equal(shown(parsed(body)));
          await remove(locationOf(made));
        } else {
          expect(made.status).to.be.oneOf([400, 422]);
        }
        expect(await read('/api/products?limit=100')).to.deep.equal(before);
      });
      await holds(property);
    });

    it('applies any replacement of a product completely or not at all', () =>
      holdsOfProduct(anyBody(validProduct), async (path, before, body) => {
        const { status } = await write('PUT', path, body);
        const after = await read(path);
        if (status === 200) expect(fieldsOf(after)).to.deep.equal(shown(parsed(body)));
        else expect(after).to.deep.equal(before);
      }));

    it('merges any patch of a product completely or not at all', () =>
      holdsOfProduct(anyBody(validPatch), async (path, before, body) => {
        const { status } = await write('PATCH', path, body);
        const after = await read(path);
        if (status === 200) expect(fieldsOf(after)).to.deep.equal(shown(merged(fieldsOf(before), parsed(body))));
        else expect(after).to.deep.equal(before);
      }));

    it('creates the requested key or none for any body', async () => {
      const newest = () => read('/api/auth/keys?limit=1&include_total=true');
      const property = fc.asyncProperty(anyBody(validKey), async (body) => {
        const before = await newest();
        const made = await write('POST', '/api/auth/keys', body);
        if (made.status === 201) {
          const { scopes = ['*'], expires_at = null, ...fields } = parsed(body);
          const expires = expires_at === null ? null : new Date(expires_at).toISOString();
          const { key, ...rest } = JSON.parse(made.text);
          expect(rest).to.deep.include({ ...fields, scopes, expires_at: expires });
          expect(await read(locationOf(made))).to.deep.equal(rest);
          expect(JSON.stringify(await newest())).to.not.include(key);
        } else {
          expect(await newest()).to.deep.equal(before);
        }
      });
      await holds(property);
    });

    it('returns a page or the errors of any query', async () => {
      const lists = fc.constantFrom('/api/products', '/api/categories', '/api/auth/keys');
      const property = fc.asyncProperty(lists, anyQuery, async (path, query) => {
        const { status, text, headers } = await get(path + query);
        expect(status).to.be.oneOf([200, 400]);
        if (status === 400) return;
        expect(JSON.parse(text).data).to.be.an('array').with.length.at.most(100);
        const [, next] = /^<(.+)>; rel="next"$/.exec(String(headers['link'])) ?? [];
        if (next !== undefined) expect((await get(next)).status).to.equal(200);
      });
      await holds(property);
    });

    it('rejects any cursor that it did not issue', async () => {
      for (const name of ['a', 'b']) await write('POST', '/api/products', JSON.stringify({ name, price: 1 }));
      const cursor = String((await read('/api/products?limit=1'))['next_cursor']);
      const altered = fc
        .tuple(fc.nat(cursor.length), fc.nat(3), fc.base64String({ maxLength: 8 }))
        .map(([at, lost, added]) => cursor.slice(0, at) + added + cursor.slice(at + lost));
      const property = fc.asyncProperty(altered, async (cursorText) => {
        const { status, text } = await get(`/api/products?cursor=${encodeURIComponent(cursorText)}`);
        if (cursorText === cursor) expect(status).to.equal(200);
        else expect(JSON.parse(text).code).to.equal('invalid_cursor');
      });
      await holds(property);
    });

    it('returns a well-formed response to any method, path, query, headers, body and caller', async () => {
      const property = fc.asyncProperty(anyRequest, async (sent) => {
        await send(sent);
        const { status } = await send(sent, 'bad');
        if (/^\/api\/(?!openapi\.json)/.test(sent.path)) expect(status).to.equal(401);
      });
      await holds(property);
    });

    it(`has responded to at least ${requests} requests`, () => {
      expect(client.sent()).to.be.at.least(requests);
    });
  });

describe('random requests', () => {
  fuzz();
});
