import type Joi from 'joi';
import type { IdPrefix } from '#core/capabilities.ts';
import type { RuleUseCases } from '#core/pricing/use-cases/rule-use-cases.ts';
import type { List, ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { Resource } from '#core/shared/resource.ts';
import type { Transaction, Work } from '#core/storage.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { createdResponse, foundResponse, noContent, requireFound, resourceResponse } from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import { type ApiResponse, type OperationDescription, type Route, type TaggedRoute, tagged } from '../routing/route.ts';

/** The operations on one kind of the rules of pricing: tax rates, shipping methods or discounts. */
type RuleOperations<R extends Resource, Fields extends object, L extends List> = RuleUseCases<R, Fields> &
  Readonly<{
    prefix: IdPrefix;
    path: string;
    /** In errors, summaries and descriptions: `tax rate`. */
    name: string;
    /** What the operation ids end with: `TaxRate`. */
    typeName: string;
    /** What a writer has to know. */
    writeRules: string;
    problems: NonNullable<OperationDescription['problems']>;
    input: Joi.ObjectSchema<Fields>;
    patch: Joi.ObjectSchema<Partial<Fields>>;
    schema: Joi.ObjectSchema;
    pageSchema: Joi.ObjectSchema;
    list: L;
    cursors: Cursors;
    find: (id: R['id']) => Promise<Found<unknown> | undefined>;
    readPage: (query: ListQuery<L>) => Promise<Page<unknown>>;
    /** What the response to a write shows of the rule. */
    viewIn: (tx: Transaction, rule: R) => Promise<object>;
  }>;

/** The routes of a kind of rules. */
export const ruleRoutes = <R extends Resource, Fields extends object, L extends List>(
  rules: RuleOperations<R, Fields, L>,
): TaggedRoute[] =>
  tagged('Pricing', [...readRoutes(rules), createRoute(rules), changeRoute(rules), deleteRoute(rules)]);

const READ = { kind: 'scope', scope: 'pricing:read' } as const;
const WRITE = { kind: 'scope', scope: 'pricing:write' } as const;

const readRoutes = <R extends Resource, Fields extends object, L extends List>({
  prefix,
  path,
  name,
  typeName,
  schema,
  ...rules
}: RuleOperations<R, Fields, L>): Route[] => [
  listOperation({
    path,
    operationId: `list${typeName}s`,
    summary: `List ${name}s`,
    description: 'The newest first.',
    access: READ,
    list: rules.list,
    pageSchema: rules.pageSchema,
    cursors: rules.cursors,
    read: (query) => rules.readPage(query),
  }),
  readOperation({
    path: `${path}/{id}`,
    id: prefix,
    operationId: `get${typeName}`,
    summary: `Get a ${name}`,
    description: `A ${name} with its version.`,
    access: READ,
    versioned: true,
    responses: { 200: { description: `The ${name}.`, schema } },
    read: async ({ id }) => foundResponse(requireFound(await rules.find(id), name, id)),
  }),
];

const createRoute = <R extends Resource, Fields extends object, L extends List>({
  path,
  name,
  typeName,
  schema,
  input,
  ...rules
}: RuleOperations<R, Fields, L>): Route =>
  writeOperation({
    method: 'post',
    path,
    operationId: `create${typeName}`,
    summary: `Create a ${name}`,
    description: rules.writeRules,
    access: WRITE,
    body: input,
    responses: { 201: { description: `The created ${name}.`, schema } },
    problems: rules.problems,
    write: ({ actor, body }) =>
      respondWithView(rules.create(actor, body), rules.viewIn, (view) => createdResponse(view, path)),
  });

const changeRoute = <R extends Resource, Fields extends object, L extends List>({
  prefix,
  path,
  name,
  typeName,
  schema,
  patch,
  ...rules
}: RuleOperations<R, Fields, L>): Route =>
  writeOperation({
    method: 'patch',
    path: `${path}/{id}`,
    id: prefix,
    operationId: `update${typeName}`,
    summary: `Update a ${name}`,
    description: `The body is a JSON Merge Patch (RFC 7396). ${rules.writeRules}`,
    access: WRITE,
    versioned: true,
    body: patch,
    responses: { 200: { description: `The updated ${name}.`, schema } },
    problems: rules.problems,
    write: ({ actor, id, body, expected }) =>
      respondWithView(rules.change(actor, { id, patch: body, expected }), rules.viewIn, resourceResponse),
  });

const deleteRoute = <R extends Resource, Fields extends object, L extends List>({
  prefix,
  path,
  name,
  typeName,
  remove,
}: RuleOperations<R, Fields, L>): Route =>
  writeOperation({
    method: 'delete',
    path: `${path}/{id}`,
    id: prefix,
    operationId: `delete${typeName}`,
    summary: `Delete a ${name}`,
    description: 'Orders keep what they were priced by.',
    access: WRITE,
    versioned: true,
    responses: { 204: { description: `The ${name} was deleted.` } },
    write: ({ actor, id, expected }) => noContent(remove(actor, { id, expected })),
  });

/** A work that runs `work` and responds with the view of its result. */
const respondWithView =
  <R extends Resource>(
    work: Work<R>,
    viewIn: (tx: Transaction, rule: R) => Promise<object>,
    toResponse: (view: () => object) => (rule: R) => ApiResponse,
  ): Work<ApiResponse> =>
  async (tx) => {
    const rule = await work(tx);
    const view = await viewIn(tx, rule);
    return toResponse(() => view)(rule);
  };
