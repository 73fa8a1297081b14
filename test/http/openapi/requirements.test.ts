import { expect } from 'chai';
import { withParts } from '../../support/documents/openapi-parts.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

type Schema = Readonly<{
  $ref?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  examples?: readonly unknown[];
}>;

type Parameter = Readonly<{ name: string; in: string; required?: boolean; schema: Schema }>;

type Body = Readonly<{
  required?: boolean;
  content: Readonly<Record<string, Readonly<{ schema: Schema; example?: unknown }>>>;
}>;

type Operation = Readonly<{
  operationId: string;
  parameters?: readonly Parameter[];
  requestBody?: Body;
  responses: Readonly<Record<string, Readonly<{ content?: object }>>>;
}>;

type Document = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>;
}>;

type Called = Operation & Readonly<{ method: string; at: string }>;

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The steps to a part of a body. */
type Path = readonly (string | 0)[];

/** The objects of a body that have one description, each with the steps to it. */
const objectsOf = (document: Document, schema: Schema, path: Path = []): readonly (readonly [Path, Schema])[] => {
  if (path.length > 6) return [];
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return objectsOf(document, document.components.schemas[name] ?? {}, path);
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((each) => objectsOf(document, each, path));
  const alternatives = parts.filter((part) => part.length > 0);
  expect(alternatives, path.join('/')).to.have.length.below(2);
  const [only] = alternatives;
  if (only !== undefined) return only;
  if (schema.items !== undefined) return objectsOf(document, schema.items, [...path, 0]);
  if (schema.properties === undefined) return [];
  const inner = Object.entries(schema.properties).flatMap(([key, each]) => objectsOf(document, each, [...path, key]));
  return [[path, schema], ...inner];
};

/** A value with nothing in one of its parts. */
const emptiedAt = (value: unknown, [step, ...rest]: Path): unknown => {
  if (step === undefined) return {};
  if (step === 0) return [emptiedAt(Array.isArray(value) ? value[0] : undefined, rest)];
  const base = isObject(value) ? value : {};
  return { ...base, [step]: emptiedAt(base[step], rest) };
};

/** What a response says is missing, by the start of its place: a parameter, or the pointer of a field. */
const missingIn = ({ status, text }: Reply, prefix = ''): string[] => {
  if (status !== 400 && status !== 422) return [];
  const { errors = [] } = JSON.parse(text) as { errors?: { pointer?: string; parameter?: string; code: string }[] };
  return errors
    .filter(({ code }) => code === 'any.required')
    .map(({ pointer, parameter = pointer }) => parameter ?? '')
    .filter((place) => place.startsWith(prefix) && !place.slice(prefix.length).includes('/'))
    .map((place) => place.slice(prefix.length))
    .sort();
};

/** What is required only with, or only without, something else: of the body, or stored before. */
const CONDITIONAL: Readonly<Record<string, string>> = {
  // without an order
  createInvoice: 'user_id',
  // of a shop that has no address
  'updateShop/address': 'country,line1',
};

onService(
  'the OpenAPI document',
  ({ app }) => {
    let operations: readonly Called[];
    let document: Document;
    let key: string;

    before(async () => {
      document = withParts((await app().call('/api/openapi.json')).json);
      operations = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => {
          const ids = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
          const at = ids.reduce(
            (rest, { name, schema }) => rest.replace(`{${name}}`, String(schema.examples?.[0])),
            path,
          );
          return { ...operation, method: method.toUpperCase(), at };
        }),
      );
      // a stream never ends
      operations = operations.filter(({ responses }) => !('text/event-stream' in (responses['200']?.content ?? {})));
      const body = { email: 'owner@example.com', password: app().ownerPassword };
      key = (await app().call('/api/auth', { method: 'POST', key: null, body })).json.token;
    });

    it('marks as required the parameters that the service requires', async () => {
      const [documented, required]: Record<string, string[]>[] = [{}, {}];
      for (const { operationId, method, at, parameters = [], requestBody } of operations) {
        const queried = parameters.filter((parameter) => parameter.in === 'query');
        if (queried.length === 0 || documented === undefined || required === undefined) continue;
        const [type = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
        const sent = content === undefined ? {} : { body: content.example, headers: { 'Content-Type': type } };
        const dry = queried.some(({ name }) => name === 'dry_run') ? '?dry_run=true' : '';
        documented[operationId] = queried
          .filter((one) => one.required === true)
          .map(({ name }) => name)
          .sort();
        required[operationId] = missingIn(await app().call(`${at}${dry}`, { method, key, ...sent })).filter((name) =>
          queried.some((parameter) => parameter.name === name),
        );
      }
      expect(documented).to.deep.equal(required);
      expect(documented).to.deep.include({ search: ['q'], queryAnalytics: ['metrics'] });
    });

    it('marks every id of a path as required', () => {
      for (const { operationId, parameters = [] } of operations) {
        for (const { in: place, required } of parameters) {
          if (place !== 'query') expect(required === true, operationId).to.equal(place === 'path');
        }
      }
    });

    it('marks as required the fields that the service requires, at any depth', async () => {
      const wrong: string[] = [];
      const seen = new Set<string>();
      for (const { operationId, method, at, requestBody } of operations) {
        const [type = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
        if (content === undefined || !type.endsWith('json')) continue;
        for (const [path, { required = [] }] of objectsOf(document, content.schema)) {
          const body = emptiedAt(content.example, path);
          const reply = await app().call(`${at}?dry_run=true`, {
            method,
            key,
            body,
            headers: { 'Content-Type': type },
          });
          const place = path.map((step) => `/${step}`).join('');
          const missing = missingIn(reply, `${place}/`);
          if (required.length > 0) seen.add(`${operationId}${place}`);
          const marked = [...required].sort().join() || (CONDITIONAL[`${operationId}${place}`] ?? '');
          if (marked !== missing.join())
            wrong.push(`${operationId}${place}: ${marked} instead of ${missing}, ${reply.text}`);
        }
      }
      expect(wrong).to.deep.equal([]);
      expect([...seen]).to.include.members(['createProduct', 'createOrder/items/0', 'createShippingMethod/tiers/0']);
    });

    it('marks as required the bodies that the service requires', async () => {
      for (const { operationId, method, at, requestBody } of operations) {
        const [type] = Object.keys(requestBody?.content ?? {});
        const isOfAGateway = at.includes('/notifications/');
        if (requestBody === undefined || !type?.endsWith('json') || isOfAGateway) continue;
        const headers = { 'Content-Type': type };
        const { status, json } = await app().call(`${at}?dry_run=true`, { method, key, headers });
        const isMissed = status === 400 && json.code === 'malformed_json';
        expect(isMissed, `${operationId} ${status} ${JSON.stringify(json)}`).to.equal(requestBody.required === true);
      }
    });
  },
  { TEST_CLOCK: 'true' },
);
