import { isIP } from 'node:net';
import type { AccessQueries } from '#core/access/ports.ts';
import { type Device, sessionView } from '#core/access/session.ts';
import type { SignOut } from '#core/access/use-cases/sign-out.ts';
import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { EndSession } from '#core/users/use-cases/end-user-sessions.ts';
import type { SignedIn, SignIn } from '#core/users/use-cases/sign-in.ts';
import { userView } from '#core/users/user-view.ts';
import type { SignInThrottle } from '../admission/sign-in-throttle.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { noContent, respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import { sessionPage } from '../schemas/session.ts';
import { type StartedSessionView, signInInput, startedSessionSchema } from './schemas.ts';

export type SessionOperationsDeps = Readonly<{
  queries: AccessQueries;
  signIn: SignIn;
  signOut: SignOut;
  endSession: EndSession;
  cursors: Cursors;
  signInThrottle: SignInThrottle;
  systemClock: SystemClock;
}>;

export const signIn = (deps: SessionOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/auth',
    operationId: 'signIn',
    isThrottled: true,
    summary: 'Create a session',
    description:
      'Signs a user in. The error is the same for an unknown e-mail and a wrong password. A user with a second factor sends ' +
      '`otp` or `passkey` too: without them the response is 401 `second_factor_required`, which only the right password gets ' +
      'and which has the options to use a passkey. Each code and each challenge works once, and a user’s second factors may ' +
      'be tried five times, then once a minute.',
    access: { kind: 'open' },
    secretMembers: ['token'],
    body: signInInput,
    responses: { 201: { description: 'The session with its token.', schema: startedSessionSchema } },
    problems: ['invalid_credentials', 'second_factor_required', 'invalid_second_factor'],
    write: async ({ actor, body, address, userAgent, isDryRun }) => {
      await deps.signInThrottle.attempt(body.email, address);
      const work = await deps.signIn(actor, { ...body, device: deviceOf(address, userAgent), isDryRun });
      await deps.signInThrottle.succeeded(body.email, address);
      return respond(work, (signedIn) => ({
        status: 201,
        body: startedSessionView(signedIn),
        // one session has no path to read; with the new token, this path returns the caller
        location: '/api/auth',
      }));
    },
  });

export const signOut = (deps: SessionOperationsDeps) =>
  writeOperation({
    method: 'delete',
    path: '/api/auth',
    operationId: 'signOut',
    summary: 'End the current session',
    description: 'Ends the session of the token. Every process rejects the token within one second.',
    access: { kind: 'session' },
    responses: { 204: { description: 'The session has ended.' } },
    write: ({ actor }) => noContent(deps.signOut(actor)),
  });

export const listSessions = ({ queries, cursors, systemClock }: SessionOperationsDeps) =>
  listOperation({
    path: '/api/auth/sessions',
    operationId: 'listSessions',
    summary: 'List sessions',
    description: 'The active sessions of the current user, the newest first.',
    access: { kind: 'session' },
    list: newestFirstList,
    pageSchema: sessionPage,
    cursors,
    cursorAudience: ({ actor }) => Actor.userOf(actor),
    read: ({ page }, { actor }) =>
      queries.listSessions({
        userId: Actor.userOf(actor),
        current: Actor.sessionOf(actor),
        at: systemClock.now(),
        page,
      }),
  });

export const endSession = (deps: SessionOperationsDeps) =>
  writeOperation({
    method: 'delete',
    path: '/api/auth/sessions/{id}',
    id: 'ses',
    operationId: 'endSession',
    summary: 'End a session',
    description:
      'Ends a session of the current user. Every process rejects the token within one second. Another session than the ' +
      'calling one may be a thief’s: the keys that it created are revoked, and the webhooks that it set up are disabled.',
    access: { kind: 'session' },
    responses: { 204: { description: 'The session has ended.' } },
    write: ({ actor, id }) => noContent(deps.endSession(actor, id)),
  });

/** A proxy may forward any text as the address. */
const deviceOf = (address: string, userAgent: string): Device => ({
  userAgent: userAgent === '' ? null : userAgent,
  ip: isIP(address) === 0 ? null : address,
});

/** `user` has the user's id, and a new session is always the current one, so both fields are omitted. */
const startedSessionView = ({ session, user, token, mustEnrol }: SignedIn): StartedSessionView => {
  const { user_id: _userId, current: _current, ...view } = sessionView(session, session.id);
  return {
    ...view,
    token,
    token_type: 'Bearer',
    user: userView(user),
    second_factor_enrolment_required: mustEnrol,
  };
};
