import { accessLevelOf } from '#core/access/ownership.ts';
import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import { HttpError } from '../responses/problem.ts';
import type { Route } from '../routing/route.ts';
import { requireEnrolment } from './enrolment-operations.ts';
import { authorizeVisitor } from './visitor-operations.ts';

/** Rejects an actor without access; an operation without an access rule rejects everybody. */
export const authorize = (operation: Pick<Route, 'operationId' | 'access'>, actor: Actor): void => {
  if (actor.kind === 'publishable_key') {
    authorizeVisitor(operation, actor);
    return;
  }
  requireEnrolment(operation, actor);
  const { access } = operation;
  if (access?.kind === 'optional' || access?.kind === 'open') return;
  if (actor.kind === 'anonymous') {
    throw new HttpError(
      401,
      'authentication_required',
      'Send an API key or a session token: Authorization: Bearer <API_KEY>.',
    );
  }
  switch (access?.kind) {
    case 'authenticated':
      return;
    case 'session':
      if (actor.kind === 'session') return;
      throw new HttpError(403, 'forbidden', 'Only a session can do this, not an API key.');
    case 'scope':
      if (access.own === true && accessLevelOf(actor, access.scope) === 'own') return;
      Scope.requireAll(actor, [access.scope], 'This');
      return;
    case 'any_scope':
      Scope.requireAny(actor, access.scopes, 'This');
      return;
    default:
      throw new HttpError(403, 'forbidden', 'No caller has access to this operation yet.');
  }
};
