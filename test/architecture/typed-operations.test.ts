import path from 'node:path';
import { describeTypeCases, type TypeCase } from '../support/documents/type-cases.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const HTTP = path.join(ROOT, 'src/adapters/http');

const IMPORTS = `
import Joi from '${ROOT}/node_modules/joi/lib/index.js';
import type { Id } from '${ROOT}/src/core/shared/id.ts';
import { readOperation, writeOperation } from '${HTTP}/routing/operation.ts';
import { tagged } from '${HTTP}/routing/route.ts';
import { objectOf } from '${HTTP}/schemas/object-of.ts';
export const used = { Joi, readOperation, writeOperation, tagged, objectOf };
type Input = Readonly<{ name: string; size?: number; tags: readonly string[] }>;
const size = Joi.number();
const tags = Joi.array().items(Joi.string());
const query = objectOf<Readonly<{ limit: number }>>({ limit: Joi.number().required() });
const body = objectOf<Input>({ name: Joi.string().required(), size, tags });
const text = { operationId: 'x', summary: 'x', description: 'x', responses: {} };
const access = { kind: 'open' } as const;
const read = { method: 'get', path: '/x/{id}', id: 'ord', query, access, ...text } as const;
const write = { method: 'post', path: '/x', body, access, ...text } as const;
const done = { status: 204 } as const;
export type Ids = Id<'ord'>;
`;

const reading = (check: string): string =>
  `readOperation({ ...read, read: async (request) => { request.${check}; return done; } })`;

const writing = (check: string): string =>
  `writeOperation({ ...write, write: (request) => { request.${check}; return async () => done; } })`;

const REJECTED: readonly TypeCase[] = [
  { name: 'a schema without a field of its type', code: `objectOf<Input>({ name: Joi.string(), size })` },
  {
    name: 'a schema with a misspelt field',
    code: `objectOf<Input>({ name: Joi.string(), size, tags, sise: size })`,
  },
  { name: 'a schema with a field of another type', code: `objectOf<Input>({ name: Joi.number(), size, tags })` },
  { name: 'an id of another resource', code: reading('id satisfies Id<"prod">') },
  { name: 'a query parameter that the schema lacks', code: reading('query.page') },
  { name: 'a query parameter of another type', code: reading('query.limit satisfies string') },
  { name: 'the body of an operation without one', code: reading('body.name') },
  { name: 'a body field that the schema lacks', code: writing('body.price') },
  { name: 'an optional body field as a required one', code: writing('body.size satisfies number') },
  { name: 'the query of a write', code: writing('query.limit') },
  { name: 'a tag that no capability declares', code: `tagged('Reviews', [])` },
];

const ACCEPTED: readonly TypeCase[] = [
  { name: 'a tag of a capability', code: `tagged('Orders', [])` },
  { name: 'a schema with exactly the fields of its type', code: `objectOf<Input>({ name: Joi.string(), size, tags })` },
  { name: 'the id of the resource', code: reading('id satisfies Id<"ord">') },
  { name: 'a query parameter of the schema', code: reading('query.limit satisfies number') },
  { name: 'a body field of the schema', code: writing('body.size satisfies number | undefined') },
];

describeTypeCases('the types of operations', { imports: IMPORTS, rejected: REJECTED, accepted: ACCEPTED });
