import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import { HttpRefusal } from './problem.ts';
import type { Access } from './route.ts';

/** Refuses an actor that the route is not for. */
export const authorize = (access: Access, actor: Actor | null): void => {
  if (access.kind === 'optional' || access.kind === 'none') return;
  if (actor === null) {
    throw new HttpRefusal(401, 'authentication_required', 'Send an API key: Authorization: Bearer <API_KEY>.');
  }
  if (access.kind === 'session' && actor.kind !== 'session') {
    throw new HttpRefusal(403, 'forbidden', 'Only a session can do this, not an API key.');
  }
  if (access.kind === 'scope' && !Scope.covers(actor.scopes, access.scope)) {
    const members = { required_scope: access.scope, held_scopes: [...actor.scopes] };
    throw new HttpRefusal(403, 'insufficient_scope', `This needs the scope ${access.scope}.`, { members });
  }
};
