import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { request } from 'undici';
import { EVENT_TYPES } from '#core/events/event-types.ts';
import {
  createInvoice,
  createOrder,
  createPlan,
  createProduct,
  createSubscription,
  createUser,
  itemsOf,
  signIn,
} from '../../support/builders/resources.ts';
import { enrol, nextCodeOf } from '../../support/builders/second-factors.ts';
import { PASSWORD } from '../../support/builders/secrets.ts';
import { untilClockIsReady } from '../../support/builders/test-clock.ts';
import { withParts } from '../../support/documents/openapi-parts.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The statuses of writes that create no resource of their own. */
const WITHOUT_RESOURCE = new Map([
  ['advanceTestClock', [200, 202]],
  ['createUsageRecords', [200]],
]);

/** Writes of callers who have no credential yet, and of the gateway. */
const OPEN_WRITES = ['signIn', 'requestPasswordReset', 'resetPassword', 'verifyEmail', 'receiveSandboxWebhook'];

type Operation = Readonly<{
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  parameters: { name: string; in: string; description: string }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string }; example: object }> };
  responses: Record<string, { description: string }>;
}>;
type Schema = Readonly<{ properties?: Record<string, { description?: string; $ref?: string; oneOf?: object[] }> }>;
type Document = Readonly<{
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema> };
}>;

describe('the OpenAPI document', () => {
  let app: TestApp;
  let published: Document;
  let document: Document;
  let directory: string;

  before(async () => {
    app = await startApp({ TEST_CLOCK: 'true' });
    published = (await app.call('/api/openapi.json', { key: null })).json;
    document = withParts(published);
    directory = await mkdtemp(path.join(tmpdir(), 'openapi-'));
    await writeFile(path.join(directory, 'openapi.json'), JSON.stringify(published));
  });
  after(async () => {
    await app.stop();
    await rm(directory, { recursive: true });
  });

  const operations = (): [string, string, Operation][] =>
    Object.entries(document.paths).flatMap(([at, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, string, Operation] => [method, at, operation]),
    );

  it('offers the filter ids on every list of resources but the caller’s sessions and second factors', () => {
    const namesOf = ({ parameters = [] }: Operation): string[] => parameters.map(({ name }) => name);
    const lists = operations().filter(
      ([, at, operation]) => !at.includes('{id}') && namesOf(operation).includes('cursor'),
    );
    const without = lists.filter(([, , operation]) => !namesOf(operation).includes('ids'));
    expect(lists.length).to.be.greaterThan(8);
    expect(without.map(([, , { operationId }]) => operationId)).to.deep.equal(['listSessions', 'listSecondFactors']);
  });

  it('is OpenAPI 3.1 and served compressed, with an ETag of each form', async () => {
    expect(document.openapi).to.match(/^3\.1\./);
    const tags: (string | null)[] = [];
    for (const encoding of ['br', 'gzip', 'identity']) {
      const accepting = { 'Accept-Encoding': encoding };
      const { headers, json } = await app.call('/api/openapi.json', { headers: accepting });
      expect(headers.get('content-encoding')).to.equal(encoding === 'identity' ? null : encoding);
      expect(headers.get('vary')).to.include('Accept-Encoding');
      expect(headers.get('cache-control')).to.equal('public, max-age=300');
      expect(json).to.deep.equal(published);
      const etag = headers.get('etag') ?? '';
      const known = { 'If-None-Match': etag };
      expect((await app.call('/api/openapi.json', { headers: { ...accepting, ...known } })).status).to.equal(304);
      tags.push(etag);
    }
    expect(new Set(tags)).to.have.length(3);
  });

  it('has at most 5 kB for each operation, and a tenth of it compressed', async () => {
    const bytesOf = async (encoding: string): Promise<number> => {
      const { body } = await request(`${app.url}/api/openapi.json`, { headers: { 'accept-encoding': encoding } });
      return (await body.arrayBuffer()).byteLength;
    };
    const { length } = operations();
    expect(await bytesOf('identity')).to.be.at.most(length * 5_000);
    expect(await bytesOf('br')).to.be.at.most(length * 500);
  });

  it('is the same as YAML', async () => {
    const { headers, text } = await app.call('/api/openapi.yaml', { key: null });
    expect(headers.get('content-type')).to.equal('application/yaml');
    expect(load(text)).to.deep.equal(published);
  });

  it('describes every operation, parameter, response and field', () => {
    const silent: string[] = [];
    for (const [method, at, { summary, description, tags, parameters, responses }] of operations()) {
      const name = `${method} ${at}`;
      if (!summary || !description || tags.length !== 1) silent.push(name);
      silent.push(...parameters.filter((one) => !one.description).map((one) => `${name} ${one.name}`));
      silent.push(
        ...Object.entries(responses).flatMap(([status, one]) => (one.description ? [] : [`${name} ${status}`])),
      );
    }
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      for (const [field, { description, $ref, oneOf }] of Object.entries(properties)) {
        if (!description && !$ref && !oneOf) silent.push(`${name}.${field}`);
      }
    }
    expect(silent).to.deep.equal([]);
  });

  const aMetered = async () => createSubscription(app, { plan_id: (await createPlan(app, { usage: 'sum' })).id });

  /** Values that an example cannot know. */
  const onlyHere = async (operationId: string): Promise<object> => {
    if (['createApiKey', 'createUser', 'createWebhook', 'inviteUser'].includes(operationId))
      return { current_password: app.ownerPassword };
    if (operationId === 'enrolSecondFactor') return { current_password: PASSWORD };
    // the session is recent
    if (operationId === 'renewRecoveryCodes')
      return { current_password: undefined, otp: undefined, passkey: undefined };
    if (operationId === 'signIn') return { password: app.ownerPassword };
    if (operationId === 'createPayment') return { order_id: (await createOrder(app)).id, amount: 1 };
    if (operationId === 'createPaymentLink') return { order_id: (await createOrder(app)).id };
    // either the order or its number
    if (operationId === 'createWithdrawal')
      return { order_id: undefined, subscription_id: undefined, items: undefined };
    if (operationId === 'createInvoice') return { user_id: (await createUser(app)).id };
    if (operationId === 'createCreditNote') return { invoice_id: (await createInvoice(app)).id };
    if (operationId === 'createPaymentMethod') return { user_id: (await createUser(app)).id };
    if (operationId === 'createSubscription')
      return { user_id: (await createUser(app)).id, plan_id: (await createPlan(app)).id };
    if (operationId === 'createUsageRecords')
      return { records: [{ subscription_id: (await aMetered()).id, key: 'a', quantity: 1 }] };
    const withItems = ['createOrder', 'createCart', 'createCheckout'].includes(operationId);
    // a checkout is of a cart, or of items
    const cart = operationId === 'createCheckout' ? { cart_id: undefined } : {};
    return withItems ? { ...cart, items: itemsOf([await createProduct(app)], 2) } : {};
  };

  /** Keys have no second factors. */
  const keyFor = async (operationId: string): Promise<string> => {
    if (operationId === 'enrolSecondFactor') return signIn(app, await createUser(app));
    if (operationId !== 'renewRecoveryCodes') return app.ownerKey;
    const { email } = await createUser(app);
    const user = { email, password: PASSWORD };
    const { secret } = await enrol(app, await signIn(app, user));
    const body = { ...user, otp: nextCodeOf(secret) };
    return (await app.call('/api/auth', { method: 'POST', key: null, body })).json.token;
  };

  it('has working examples of request bodies', async () => {
    const made: string[] = [];
    for (const [method, at, { requestBody, operationId }] of operations()) {
      const [type = '', media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const isOfAGateway = at.includes('/notifications/');
      // an example cannot be binary
      if (media === undefined || type.startsWith('image/') || method !== 'post' || at.includes('{') || isOfAGateway)
        continue;
      const isFile = typeof media.example === 'string';
      const body = isFile ? media.example : { ...media.example, ...(await onlyHere(operationId)) };
      const key = await keyFor(operationId);
      const reply = await app.call(at, { method: 'POST', key, body, headers: { 'Content-Type': type } });
      if (at.endsWith('/confirm')) {
        // the example's token was never mailed
        expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed')), operationId).to.deep.equal(['/token']);
        continue;
      }
      expect(reply.status, `${operationId}: ${reply.text}`).to.be.oneOf(
        isFile || operationId.startsWith('bulk') ? [200] : (WITHOUT_RESOURCE.get(operationId) ?? [201, 202]),
      );
      // an order that is made meanwhile might expire
      if (operationId === 'advanceTestClock') await untilClockIsReady(app);
      made.push(operationId);
    }
    expect(made).to.include.members(['createProduct', 'importProducts', 'createApiKey', 'createOrder', 'signIn']);
    const { data } = (await app.call('/api/products?sort=created_at')).json;
    for (const operationId of ['replaceProduct', 'updateProduct']) {
      const [method = '', , operation] = operations().find(([, , one]) => one.operationId === operationId) ?? [];
      const { example } = Object.values(operation?.requestBody?.content ?? {})[0] ?? {};
      const reply = await app.call(`/api/products/${data[0].id}`, { method: method.toUpperCase(), body: example });
      expect(reply.status, `${operationId}: ${reply.text}`).to.equal(200);
    }
  });

  it('describes the webhook of each event type', () => {
    expect(Object.keys(document.webhooks)).to.deep.equal(EVENT_TYPES);
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const { $ref } = Object.values(post.requestBody?.content ?? {})[0]?.schema ?? {};
      expect(document.components.schemas, type).to.have.property(String($ref).replace('#/components/schemas/', ''));
    }
  });

  it('states who may call each operation', () => {
    for (const [, , { security, operationId, description }] of operations()) {
      expect(security, operationId).to.be.an('array');
      if (security.length === 1)
        expect(description).to.match(/\n\nNeeds (the scope|one of the scopes|a session|an API key)/);
    }
    const openWrites = operations().filter(([method, , { security }]) => method !== 'get' && security.length === 0);
    expect(openWrites.map(([, , { operationId }]) => operationId)).to.deep.equal(OPEN_WRITES);
  });

  it('passes Redocly’s recommended rules', async () => {
    const { stdout } = await run(
      path.join(ROOT, 'node_modules/.bin/redocly'),
      ['lint', '--extends=recommended', '--format=json', path.join(directory, 'openapi.json')],
      { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }, cwd: directory },
    );
    expect(JSON.parse(stdout).totals, stdout).to.deep.include({ errors: 0, warnings: 0 });
  });
});
