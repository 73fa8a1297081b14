import type { ApiContract, OperationContract, Schema } from './api-contract.ts';
import { type Break, makeCompare, type Use } from './schema-breaks.ts';

/**
 * What breaks clients of a released contract, as sentences. A change of a schema is reported once, where it is nearest.
 * Additions are none: operations, optional fields and parameters, fields, values, errors and headers of responses, events.
 */
export const breaksOf = (released: ApiContract, current: ApiContract): string[] => {
  const found = new Map<object, { place: string; path: string; what: string; others: number }>();
  const report = (place: string, breaks: readonly Break[]): void => {
    for (const { path, what, origin } of breaks) {
      const known = found.get(origin);
      const others = known === undefined ? 0 : known.others + 1;
      const isNearer = known === undefined || path.length < known.path.length;
      found.set(origin, isNearer ? { place, path, what, others } : { ...known, others });
    }
  };
  const compareSchemas = makeCompare(released.schemas, current.schemas);
  const compare = (place: string, [was, is]: readonly [Schema, Schema], use: Use): void =>
    report(place, compareSchemas(was, is, use));
  const removed = (place: string, what: string): void => report(place, [{ path: '', what, origin: {} }]);
  for (const [name, was] of Object.entries(released.operations)) {
    const is = current.operations[name];
    if (is === undefined) removed(name, 'was removed');
    else compareOperations(name, [was, is], { compare, removed });
  }
  for (const [type, was] of Object.entries(released.events)) {
    const is = current.events[type];
    if (is === undefined) removed(`event ${type}`, 'was removed');
    else compare(`event ${type}`, [was, is], 'response');
  }
  return [...found.values()].map(({ place, path, what, others }) => {
    const sentence = `${place}: ${path === '' ? 'it' : `\`${path}\``} ${what}`;
    return others === 0 ? sentence : `${sentence} (and ${others} times more)`;
  });
};

type Reports = Readonly<{
  compare: (place: string, schemas: readonly [Schema, Schema], use: Use) => void;
  removed: (place: string, what: string) => void;
}>;

const compareOperations = (
  name: string,
  [was, is]: readonly [OperationContract, OperationContract],
  { compare, removed }: Reports,
): void => {
  const isEnough = (former: OperationContract['security'][number]): boolean =>
    is.security.length === 0 ||
    is.security.some((needed) =>
      Object.entries(needed).every(
        ([scheme, scopes]) => scopes.every((scope) => former[scheme]?.includes(scope)) && scheme in former,
      ),
    );
  const callers = was.security.length === 0 ? [{}] : was.security;
  for (const caller of callers.filter((each) => !isEnough(each))) {
    const [scopes] = Object.values(caller);
    const who = scopes === undefined ? 'without a credential' : `with ${scopes.join(' and ') || 'no scope'}`;
    removed(name, `can no longer be called ${who}`);
  }
  compare(name, [{ properties: was.parameters }, { properties: is.parameters }], 'request');
  compareBodies(name, [was.body, is.body], { compare, removed });
  for (const [status, { headers, content }] of Object.entries(was.responses)) {
    const now = is.responses[status];
    if (now === undefined) {
      removed(name, `no longer responds ${status}`);
      continue;
    }
    for (const header of without(headers, now.headers))
      removed(`${name} ${status}`, `no longer has the header ${header}`);
    for (const [type, schema] of Object.entries(content)) {
      const current = now.content[type];
      if (current === undefined) removed(`${name} ${status}`, `is no longer ${type}`);
      else compare(`${name} ${status}`, [schema, current], 'response');
    }
  }
  for (const error of without(was.errors, is.errors)) removed(name, `no longer responds ${error}`);
};

const without = (former: string, current: string): string[] =>
  former.split(', ').filter((each) => each !== '' && !current.split(', ').includes(each));

const compareBodies = (
  name: string,
  [was, is]: readonly [OperationContract['body'], OperationContract['body']],
  { compare, removed }: Reports,
): void => {
  if (is?.required === true && was?.required !== true) removed(name, 'needs a body now');
  for (const [type, schema] of Object.entries(was?.content ?? {})) {
    const current = is?.content[type];
    if (current === undefined) removed(name, `no longer takes a body of ${type}`);
    else compare(`${name} body`, [schema, current], 'request');
  }
};
