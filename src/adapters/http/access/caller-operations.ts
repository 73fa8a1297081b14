import type { AccessQueries } from '#core/access/ports.ts';
import { Actor } from '#core/shared/actor.ts';
import { Id } from '#core/shared/id.ts';
import type { UserQueries } from '#core/users/ports.ts';
import { eventStreamOperation, readOperation } from '../routing/operation.ts';
import { type CallerView, callerSchema } from './schemas.ts';

export type CallerOperationsDeps = Readonly<{ queries: Pick<AccessQueries, 'findKey'>; userQueries: UserQueries }>;

export const getCaller = (deps: CallerOperationsDeps) =>
  readOperation({
    path: '/api/auth',
    operationId: 'getCaller',
    summary: 'Get the caller',
    description: 'The user, API key and scopes of the request.',
    access: { kind: 'authenticated' },
    responses: { 200: { description: 'The caller.', schema: callerSchema } },
    read: async ({ actor }) => ({ status: 200, body: await callerView(deps, actor) }),
  });

export const followCaller = (deps: CallerOperationsDeps) =>
  eventStreamOperation({
    path: '/api/auth/stream',
    operationId: 'followCaller',
    summary: 'Stream the caller',
    description:
      'Server-sent events with the caller as `data`: at first as it is, then whenever its scopes change. The connection is ' +
      'closed within a second after the session has ended or the key has been revoked, and when the client reads nothing ' +
      'for 30 seconds. A comment is sent after 15 seconds without a change.',
    access: { kind: 'authenticated' },
    responses: { 200: { description: 'The caller until the connection is closed.' } },
    messages: callerSchema,
    isResumable: false,
    subscribe: async ({ actor }) => {
      let current = actor;
      let sent: string | undefined;
      return {
        subscription: {
          async next() {
            const state = JSON.stringify([[...current.scopes], current.expiresAt, current.mustEnrol]);
            if (state === sent) return [];
            sent = state;
            return [{ view: JSON.stringify(await callerView(deps, current)) }];
          },
        },
        isStillAllowed(caller) {
          current = caller;
          return true;
        },
      };
    },
  });

const callerView = async ({ queries, userQueries }: CallerOperationsDeps, actor: Actor): Promise<CallerView> => {
  const { kind, credentialId, scopes, expiresAt } = actor;
  const user = await userQueries.find(Actor.userOf(actor));
  const key = credentialId !== null && Id.is('key', credentialId) ? await queries.findKey(credentialId) : undefined;
  return {
    object: 'caller',
    kind,
    user: user === undefined ? null : JSON.parse(user.view),
    key: key === undefined ? null : JSON.parse(key.view),
    scopes: [...scopes],
    expires_at: expiresAt?.toISOString() ?? null,
    second_factor_enrolment_required: actor.mustEnrol === true,
  };
};
