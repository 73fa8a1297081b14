import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createKey } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { sendRaw } from '../../support/servers/raw-http.ts';

const MAX_BYTES = 4096;

onStorage(
  'memory',
  'request bodies',
  ({ app }) => {
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      app().call('/api/products', { method: 'POST', body, headers });
    const total = async () => (await app().call('/api/products?limit=1&include_total=true')).json.total;

    /** A product as JSON of an exact number of bytes. */
    const ofBytes = (bytes: number): string => '{"name":"a","price":1}'.padEnd(bytes);

    describe('of invalid JSON', () => {
      const REJECTED: readonly (readonly [string, string | Uint8Array, string])[] = [
        ['a syntax error', '{"name": "a", "price": }', ''],
        ['a truncated text', '{"name": "a", "category": "refused"', ''],
        ['no text', ' \n', ''],
        ['two values', '{} {}', ''],
        ['a comment', '{"name": "a" /* b */}', ''],
        ['a literal that JSON lacks', '{"price": NaN}', ''],
        [
          'an object nested too deep',
          `{"metadata": ${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`,
          `/metadata${'/a'.repeat(31)}`,
        ],
        ['arrays nested too deep', '['.repeat(1000) + ']'.repeat(1000), '/0'.repeat(32)],
        ['more than 2,000 values', `{"images": [${Array(2000).fill(1).join()}]}`, ''],
        ['a key that stands twice', '{"name": "a", "name": "b", "price": 1}', '/name'],
        ['one deeper down', '{"name": "a", "price": 1, "metadata": {"a/b": "1", "a/b": "2"}}', '/metadata/a~1b'],
        ['__proto__', '{"name": "a", "price": 1, "__proto__": {"status": "draft"}}', '/__proto__'],
        ['a NUL', '{"name": "a\\u0000", "price": 1}', '/name'],
        ['a lone surrogate', '{"name": "\\ud83d", "price": 1}', '/name'],
        ['bytes that are not UTF-8', Buffer.from('{"name": "\xe9", "price": 1}', 'latin1'), ''],
        ['a byte order mark', '\ufeff{"name": "a", "price": 1}', ''],
        ['a number that changes when it is read', '{"name": "a", "price": 1.00000000000000000001}', '/price'],
      ];

      for (const [what, body, pointer] of REJECTED) {
        it(`are rejected for ${what}, with the position`, async () => {
          const before = await total();
          const { errors } = expectProblem(await post(body), 400, 'malformed_json');
          expect(errors).to.have.length(1);
          expect(errors[0].pointer).to.equal(pointer);
          expect(errors[0].code).to.match(/^json\.\w+$/);
          expect(await total()).to.equal(before);
        });
      }

      it('are rejected when the connection ends early', async () => {
        const head = `POST /api/products HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${app().ownerKey}\r\n`;
        const body =
          'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":"a","price":1,"category":"refused"}';
        expectProblem(await sendRaw(app().url, head + body, { thenEnd: true }), 400, 'bad_request');
        expect((await app().call('/api/products?category=refused')).json.data).to.deep.equal([]);
      });
    });

    describe('of excessive size', () => {
      it('are rejected by Content-Length before they are sent', async () => {
        const head = `POST /api/products HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${app().ownerKey}\r\n`;
        const announced = `Content-Type: application/json\r\nContent-Length: ${MAX_BYTES + 1}\r\n\r\n`;
        expectProblem(await sendRaw(app().url, head + announced), 413, 'payload_too_large');
      });

      it('are rejected from one byte above the limit', async () => {
        expect((await post(ofBytes(MAX_BYTES))).status).to.equal(201);
        for (const bytes of [MAX_BYTES + 1, 1_000_000]) {
          expectProblem(await post(ofBytes(bytes)), 413, 'payload_too_large');
        }
      });

      it('are rejected in chunks without a length', async () => {
        expect((await postChunks([ofBytes(MAX_BYTES - 10), ' '.repeat(10)])).status).to.equal(201);
        for (const chunks of [[ofBytes(MAX_BYTES), ' '], Array.from({ length: 1000 }, () => ' '.repeat(1000))]) {
          const { status, code } = await postChunks(chunks);
          expect([status, code]).to.deep.equal([413, 'payload_too_large']);
        }
      });

      const postChunks = (chunks: readonly string[]): Promise<{ status: number | undefined; code: string }> =>
        new Promise((resolve) => {
          const headers = { Authorization: `Bearer ${app().ownerKey}`, 'Content-Type': 'application/json' };
          const sent = request(
            `${app().url}/api/products`,
            { method: 'POST', headers, agent: false },
            async (response) => {
              resolve({ status: response.statusCode, code: JSON.parse(await text(response)).code });
            },
          );
          // the rest meets a closed connection
          sent.on('error', () => {});
          for (const chunk of chunks) sent.write(chunk);
          sent.end();
        });
    });

    describe('of other media types', () => {
      it('are rejected', async () => {
        const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'application/json, a/b'];
        const charsets = [
          'application/json; charset=latin1',
          'application/json; charset=utf-16',
          '',
          `application/json${' '.repeat(15_000)}x`,
        ];
        for (const type of [...types, ...charsets, 'application/merge-patch+json']) {
          const problem = expectProblem(
            await post('{"name":"a","price":1}', { 'Content-Type': type }),
            415,
            'unsupported_media_type',
          );
          expect(errorPathsOf(problem), type).to.deep.equal(['Content-Type']);
        }
      });

      it('include any case and charset of JSON', async () => {
        for (const type of [
          'application/json;charset=utf-8',
          'Application/JSON; charset="UTF-8"',
          'application/json;',
        ]) {
          expect((await post('{"name":"a","price":1}', { 'Content-Type': type })).status, type).to.equal(201);
        }
      });

      it('are accepted for a patch as JSON Merge Patch', async () => {
        const { id } = (await post({ name: 'a', price: 1 })).json;
        for (const type of ['application/merge-patch+json', 'application/json']) {
          const headers = { 'Content-Type': type };
          const patched = await app().call(`/api/products/${id}`, { method: 'PATCH', body: { name: type }, headers });
          expect(patched.json.name).to.equal(type);
        }
        const headers = { 'Content-Type': 'application/json-patch+json' };
        const response = await app().call(`/api/products/${id}`, { method: 'PATCH', body: [], headers });
        expectProblem(response, 415, 'unsupported_media_type');
      });

      it('are rejected with a content coding', async () => {
        for (const coding of ['gzip', 'br', 'deflate', 'x', 'identity, gzip']) {
          const problem = expectProblem(
            await post('{"name":"a","price":1}', { 'Content-Encoding': coding }),
            415,
            'unsupported_media_type',
          );
          expect(errorPathsOf(problem), coding).to.deep.equal(['Content-Encoding']);
        }
        expect((await post({ name: 'a', price: 1 }, { 'Content-Encoding': 'identity' })).status).to.equal(201);
      });
    });

    describe('of callers without access', () => {
      it('are not read', async () => {
        const { key } = await createKey(app(), { scopes: ['products:read'] });
        const call = (body: string, caller: string | null) =>
          app().call('/api/products', { method: 'POST', body, key: caller, headers: { 'Content-Type': 'text/plain' } });
        for (const body of ['{', ofBytes(MAX_BYTES + 1)]) {
          expectProblem(await call(body, null), 401, 'authentication_required');
          expectProblem(await call(body, 'cpk_bad'), 401, 'invalid_api_key');
          expectProblem(await call(body, key), 403, 'insufficient_scope');
        }
      });
    });
  },
  { MAX_BODY_BYTES: String(MAX_BYTES) },
);
