import type Joi from 'joi';
import { LRUCache } from 'lru-cache';
import type { Route } from '../routing/route.ts';
import { descriptionOf } from '../schemas/description.ts';
import { dryRunQuery } from '../schemas/dry-run.ts';
import { invalidParameter, parseQueryString } from './query-string.ts';
import { validQuery } from './validation.ts';

type Query = Readonly<Record<string, unknown>>;

/** The size of each route's cache: thousands of usual query strings, or a few of the maximum length. */
const MAX_CACHED_CHARACTERS = 200_000;

/** The schema of a route's query; every write has `dry_run`. */
export const querySchemaOf = (route: Route): Joi.ObjectSchema | undefined => {
  if (!('write' in route)) return route.query;
  return route.query === undefined ? dryRunQuery : route.query.concat(dryRunQuery);
};

/** Validates query strings against the route's schema, and caches the results, since shops repeat their queries. */
export const makeReadQuery = (route: Route): ((queryString: string) => Query) => {
  const schema = querySchemaOf(route);
  const repeatable = repeatableParameters(schema);
  // lru-cache requires a size above 0, and a query string may be empty
  const sizeCalculation = (_: unknown, queryString: string) => queryString.length + 1;
  const cache = new LRUCache<string, Query>({ maxSize: MAX_CACHED_CHARACTERS, sizeCalculation });
  return (queryString) => {
    const cached = cache.get(queryString);
    if (cached !== undefined) return cached;
    const parameters = parseQueryString(queryString, repeatable);
    const query = Object.freeze(validate(schema, route.fromOlder?.query(parameters) ?? parameters));
    cache.set(queryString, query);
    return query;
  };
};

const validate = (schema: Joi.ObjectSchema | undefined, parameters: Query): Query => {
  if (schema !== undefined) return validQuery(schema, parameters) as Query;
  const [unknown] = Object.keys(parameters);
  if (unknown !== undefined) throw invalidParameter(unknown, 'object.unknown', 'is not a known parameter');
  return {};
};

const repeatableParameters = (schema: Joi.ObjectSchema | undefined): ReadonlySet<string> => {
  const keys = schema === undefined ? [] : Object.entries(descriptionOf(schema).keys);
  return new Set(keys.filter(([, { type }]) => type === 'array').map(([name]) => name));
};
