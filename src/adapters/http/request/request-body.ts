import type { IncomingMessage } from 'node:http';
import Joi from 'joi';
import type { Route } from '../routing/route.ts';
import { descriptionOf } from '../schemas/description.ts';
import { dryRunFields } from '../schemas/dry-run.ts';
import { type Accepted, hasBody, readJsonBody } from './body.ts';
import { rejectCardNumbers } from './card-numbers.ts';
import { readFileBody } from './file-body.ts';
import { fieldsAt } from './suggestion.ts';
import { validBody } from './validation.ts';

/** The limit of bodies that anybody may send, and of those that should be empty. */
const MAX_OPEN_BODY_BYTES = 16_384;

/**
 * An invalid body is searched for all errors up to these sizes, and for card numbers up to these bytes; a larger one for its
 * first error. Each error takes as long as the validation of hundreds of values.
 */
const MAX_SEARCHED_BYTES = 16_384;
const MAX_SEARCHED_VALUES = 500;

/** The body of a `POST` that needs none: it may be omitted or an empty object. */
const EMPTY_BODY = Joi.object({});

const MERGE_PATCH = ['application/merge-patch+json', 'application/json'];
const JSON_ONLY = ['application/json'];

/** Reads the bodies of a route's requests and validates them against its schema. */
export const makeReadBody = (
  route: Route,
  maxBodyBytes: number,
): ((request: IncomingMessage, admit: Accepted['admit']) => Promise<unknown> | undefined) => {
  const { method, body: schema, bodyOptional = false, maxValues, access, file, fromOlder } = route;
  const openMaxBytes = Math.min(maxBodyBytes, MAX_OPEN_BODY_BYTES);
  // read while it is stored
  if ('upload' in route) return () => undefined;
  if (file !== undefined) return (request, admit) => readFileBody(request, { ...file, admit });
  if (schema === undefined) {
    const accepted = { mediaTypes: JSON_ONLY, maxBytes: openMaxBytes };
    return (request, admit) =>
      method === 'post' && hasBody(request) ? requireEmpty(request, { ...accepted, admit }) : undefined;
  }
  const mediaTypes = method === 'patch' ? MERGE_PATCH : JSON_ONLY;
  const accepted = { mediaTypes, maxValues, maxBytes: access.kind === 'open' ? openMaxBytes : maxBodyBytes };
  const scannedPart = scannedPartOf(route, schema);
  const readOnly = readOnlyFields(route);
  const newest = (value: unknown): unknown =>
    fromOlder !== undefined && isObject(value) ? fromOlder.body(value) : value;
  return async (request, admit) => {
    if (bodyOptional && !hasBody(request)) return validBody(schema, {}, { reportsAll: true });
    const { value: sent, size } = await readJsonBody(request, { ...accepted, admit });
    const value = newest(sent);
    const isSearched = size <= MAX_SEARCHED_BYTES;
    try {
      const reportsAll = isSearched && !hasMoreValues(value, MAX_SEARCHED_VALUES);
      const body = validBody(schema, value, { reportsAll, readOnly });
      // the schema limits the length of what is scanned
      if (scannedPart !== undefined) rejectCardNumbers(scannedPart(value));
      return body;
    } catch (error) {
      if (scannedPart !== undefined && isSearched) rejectCardNumbers(scannedPart(value));
      throw error;
    }
  };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a JSON value contains more than so many. */
const hasMoreValues = (value: unknown, max: number): boolean => {
  const open: unknown[] = [value];
  let seen = 0;
  for (let next = open.pop(); next !== undefined && seen <= max; next = open.pop()) {
    seen += 1;
    if (typeof next === 'object' && next !== null) open.push(...Object.values(next));
  }
  return seen > max;
};

/** The fields of the operation's responses; a body's own are not unknown. */
const readOnlyFields = ({ responses }: Route): readonly string[] =>
  Object.values(responses).flatMap(({ schema }) =>
    schema === undefined ? [] : fieldsAt(schema, []).filter((name) => !(name in dryRunFields)),
  );

const requireEmpty = async (request: IncomingMessage, accepted: Parameters<typeof readJsonBody>[1]): Promise<void> => {
  const { value } = await readJsonBody(request, accepted);
  validBody(EMPTY_BODY, value, { reportsAll: false });
};

/**
 * What is searched for card numbers: the whole body or its metadata, since other fields may contain long numbers that
 * are not cards, such as telephone numbers. Undefined for a body without metadata.
 */
const scannedPartOf = (
  { scansForCardNumbers }: Route,
  schema: Joi.ObjectSchema,
): ((body: unknown) => unknown) | undefined => {
  if (scansForCardNumbers) return (body) => body;
  if (!('metadata' in descriptionOf(schema).keys)) return undefined;
  return (body) => ({ metadata: (body as { metadata?: unknown } | null)?.metadata });
};
