import { expect } from 'chai';
import type { Reply } from './calls.ts';
import { PASSWORD } from './secrets.ts';
import type { TestApp } from './start-app.ts';

type Json = Reply['json'];

/** A product made over the API: a linen shirt, unless the fields say otherwise. */
export const createProduct = async (app: TestApp, fields: object = {}): Promise<Json> => {
  const body = { name: 'Linen shirt', price: 19.99, ...fields };
  const reply = await app.call('/api/products', { method: 'POST', body });
  expect(reply.status, reply.text).to.equal(201);
  return reply.json;
};

/** An API key made over the API; the key itself is its `key`. */
export const createKey = async (app: TestApp, fields: object = {}): Promise<Json> => {
  const reply = await app.call('/api/auth/keys', { method: 'POST', body: { name: 'a key', ...fields } });
  expect(reply.status, reply.text).to.equal(201);
  return reply.json;
};

/** Changes a product by a merge patch. */
export const patchProduct = (app: TestApp, id: string, body: object, headers: Record<string, string> = {}) =>
  app.call(`/api/products/${id}`, { method: 'PATCH', body, headers });

let people = 0;

/** Somebody made over the API: a customer with a password and an e-mail of their own, unless the fields say otherwise. */
export const createUser = async (app: TestApp, fields: object = {}): Promise<Json> => {
  people += 1;
  const body = { email: `somebody-${people}@example.com`, password: PASSWORD, ...fields };
  const reply = await app.call('/api/users', { method: 'POST', body });
  expect(reply.status, reply.text).to.equal(201);
  return reply.json;
};

/** Starts a session of somebody. @returns its token. */
export const signIn = async (app: TestApp, { email }: { email: string }, password = PASSWORD): Promise<string> => {
  const reply = await app.call('/api/auth', { method: 'POST', key: null, body: { email, password } });
  expect(reply.status, reply.text).to.equal(201);
  return reply.json.token;
};
