import { tokenOf } from '../authorization/resource-tokens.ts';
import { isForVisitors } from '../authorization/visitor-operations.ts';
import type { Route } from '../routing/route.ts';

/** The required credential, as a sentence; none if everybody has access. */
export const requirementOf = (access: Route['access'] | undefined): string[] => {
  switch (access?.kind) {
    case 'scope': {
      const exception = access.own === true ? ', except for the caller’s own resources' : '';
      return [`Needs the scope \`${access.scope}\`${exception}.`];
    }
    case 'any_scope':
      return [`Needs one of the scopes ${access.scopes.map((scope) => `\`${scope}\``).join(', ')}.`];
    case 'session':
      return ['Needs a session.'];
    case 'authenticated':
      return ['Needs an API key or a session with any scopes.'];
    case 'open':
    case 'optional':
      return [];
    case undefined:
      return ['No caller has access yet.'];
  }
};

/** What a publishable key may do, as a sentence. */
export const visitorsOf = (route: Route): string[] => {
  const token = tokenOf(route);
  if (isForVisitors(route)) return ['A publishable key may call it.'];
  return token === undefined
    ? []
    : [`A publishable key may call it with the \`${token.header}\` of the ${token.name}.`];
};

/** Credentials of which one is enough; an empty one is none. */
export const securityOf = ({ access }: Route): object[] => {
  if (access?.kind === 'open') return [];
  return access?.kind === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }];
};

/**
 * The sets of scopes, as texts with spaces, of which one is enough; undefined if every caller has access. They are not in
 * `security`, where linters allow scopes of OAuth alone.
 */
export const scopesOf = (route: Route): string[] | undefined => {
  const { access } = route;
  if (access?.kind === 'any_scope') return [...access.scopes];
  if (access?.kind !== 'scope') return undefined;
  return [access.scope, ...(access.own === true || isForVisitors(route) ? [''] : [])];
};
