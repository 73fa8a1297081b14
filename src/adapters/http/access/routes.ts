import type { AccessQueries } from '#core/access/access-queries.ts';
import type { ApiKeyId } from '#core/access/api-key.ts';
import { apiKeyView } from '#core/access/api-key-view.ts';
import type { Scope } from '#core/access/scope.ts';
import { sessionView } from '#core/access/session-view.ts';
import type { CreateKey } from '#core/access/use-cases/create-key.ts';
import type { EndSession } from '#core/access/use-cases/end-session.ts';
import type { IssuedKey } from '#core/access/use-cases/issue-key.ts';
import type { RevokeKey } from '#core/access/use-cases/revoke-key.ts';
import type { RotateKey } from '#core/access/use-cases/rotate-key.ts';
import type { SignOut } from '#core/access/use-cases/sign-out.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { SignedIn, SignIn } from '#core/users/use-cases/sign-in.ts';
import type { UserQueries } from '#core/users/user-queries.ts';
import { userView } from '#core/users/user-view.ts';
import type { Cursors } from '../lists/cursor.ts';
import { paginate } from '../lists/paginate.ts';
import { type ApiRequest, type ApiResponse, noContent, type Route } from '../pipeline/route.ts';
import { attemptFrom, attemptOn, type Throttle } from '../pipeline/throttle.ts';
import { type PageQuery, writeQuery } from '../schemas/fields.ts';
import {
  apiKey,
  apiKeyInput,
  apiKeyList,
  caller,
  issuedKey,
  keyListQuery,
  rotateInput,
  session,
  sessionList,
  sessionListQuery,
  signInInput,
} from './schemas.ts';

export type AccessRoutesDeps = Readonly<{
  queries: AccessQueries;
  userQueries: UserQueries;
  signIn: SignIn;
  signOut: SignOut;
  endSession: EndSession;
  createKey: CreateKey;
  rotateKey: RotateKey;
  revokeKey: RevokeKey;
  cursors: Cursors;
  throttle: Throttle;
  clock: Clock;
}>;

type SignInBody = Readonly<{ email: string; password: string }>;
type KeyBody = Readonly<{ name: string; scopes?: Scope[]; expires_at?: Date | null; allowed_ips?: string[] | null }>;

export const accessRoutes = (deps: AccessRoutesDeps): Route[] => [
  {
    method: 'post',
    path: '/api/auth',
    operationId: 'signIn',
    tag: 'Authentication',
    summary: 'Sign in',
    description: 'Starts a session. A wrong e-mail and a wrong password are answered alike.',
    access: { kind: 'open' },
    secret: true,
    query: writeQuery,
    body: signInInput,
    responses: { 201: { description: 'The session.', schema: session } },
    problems: ['invalid_credentials'],
    write: async ({ actor, body, address, isDryRun }: ApiRequest<never, SignInBody>) => {
      await deps.throttle('sign-in', attemptFrom(address));
      await deps.throttle('sign-in', attemptOn(body.email));
      const work = await deps.signIn(actor, { ...body, isDryRun });
      return async (tx) => ({ status: 201, body: signedInView(await work(tx)), location: '/api/auth' });
    },
  },
  {
    method: 'get',
    path: '/api/auth',
    operationId: 'getCaller',
    tag: 'Authentication',
    summary: 'Tell who is calling',
    description: 'The account, key and scopes that the request is made with.',
    access: { kind: 'any_key' },
    responses: { 200: { description: 'Who is calling.', schema: caller } },
    read: async ({ actor }) => ({ status: 200, body: await callerView(deps, actor) }),
  },
  {
    method: 'delete',
    path: '/api/auth',
    operationId: 'signOut',
    tag: 'Authentication',
    summary: 'Sign out',
    description: 'Ends the session that the request is made with, at once.',
    access: { kind: 'session' },
    query: writeQuery,
    responses: { 204: { description: 'The session has ended.' } },
    write: ({ actor }) => noContent(deps.signOut(actor)),
  },
  {
    method: 'get',
    path: '/api/auth/sessions',
    operationId: 'listSessions',
    tag: 'Authentication',
    summary: "List one's sessions",
    description: 'Those that have not ended, the newest first.',
    access: { kind: 'session' },
    query: sessionListQuery,
    responses: { 200: { description: 'A page of sessions.', schema: sessionList } },
    problems: ['invalid_cursor'],
    read: ({ actor, query }: ApiRequest<PageQuery>) => {
      const userId = Actor.userOf(actor);
      const [current, at] = [actor.credentialId as Id<'ses'>, deps.clock.now()];
      return paginate(deps.cursors, { path: '/api/auth/sessions', query, scope: userId }, (page) =>
        deps.queries.listSessions({ userId, current, at, page }),
      );
    },
  },
  {
    method: 'delete',
    path: '/api/auth/sessions/{id}',
    id: 'ses',
    operationId: 'endSession',
    tag: 'Authentication',
    summary: "End one of one's sessions",
    description: 'It is refused from the next request on, within a second in every process.',
    access: { kind: 'session' },
    query: writeQuery,
    responses: { 204: { description: 'It has ended.' } },
    write: ({ actor, id }) => noContent(deps.endSession(actor, id as Id<'ses'>)),
  },
  {
    method: 'post',
    path: '/api/auth/keys',
    operationId: 'createApiKey',
    tag: 'Authentication',
    summary: 'Create an API key',
    description: 'The key itself is in this answer and nowhere else. Nobody grants scopes that they do not hold.',
    access: { kind: 'scope', scope: 'keys:write' },
    secret: true,
    query: writeQuery,
    body: apiKeyInput,
    responses: { 201: { description: 'The key.', schema: issuedKey } },
    write: ({ actor, body }: ApiRequest<never, KeyBody>) => {
      const { name, scopes, expires_at: expiresAt, allowed_ips: allowedIps } = body;
      const work = deps.createKey(actor, { name, scopes, expiresAt, allowedIps });
      return async (tx) => issuedAnswer(await work(tx));
    },
  },
  {
    method: 'get',
    path: '/api/auth/keys',
    operationId: 'listApiKeys',
    tag: 'Authentication',
    summary: 'List API keys',
    description: 'The newest first, with those that have ended.',
    access: { kind: 'scope', scope: 'keys:read' },
    query: keyListQuery,
    responses: { 200: { description: 'A page of keys.', schema: apiKeyList } },
    problems: ['invalid_cursor'],
    read: ({ query }: ApiRequest<PageQuery>) =>
      paginate(deps.cursors, { path: '/api/auth/keys', query }, (page) => deps.queries.listKeys(page)),
  },
  {
    method: 'get',
    path: '/api/auth/keys/{id}',
    id: 'key',
    operationId: 'getApiKey',
    tag: 'Authentication',
    summary: 'Get an API key',
    description: 'Never the key itself.',
    access: { kind: 'scope', scope: 'keys:read' },
    versioned: true,
    responses: { 200: { description: 'The key.', schema: apiKey } },
    read: async ({ id }) => {
      const found = await deps.queries.findKey(id as ApiKeyId);
      if (found === undefined) throw notFound('API key', id);
      return { status: 200, body: found.view, version: found.version };
    },
  },
  {
    method: 'post',
    path: '/api/auth/keys/{id}/rotate',
    id: 'key',
    operationId: 'rotateApiKey',
    tag: 'Authentication',
    summary: 'Rotate an API key',
    description: 'Makes a key of the same scopes; the old one ends with the overlap, never later than it would have.',
    access: { kind: 'scope', scope: 'keys:write' },
    secret: true,
    query: writeQuery,
    body: rotateInput,
    bodyOptional: true,
    responses: { 201: { description: 'The new key.', schema: issuedKey } },
    problems: ['invalid_state'],
    write: ({ actor, id, body }: ApiRequest<never, { overlap_seconds: number }>) => {
      const work = deps.rotateKey(actor, { id: id as ApiKeyId, overlapSeconds: body.overlap_seconds });
      return async (tx) => issuedAnswer(await work(tx));
    },
  },
  {
    method: 'delete',
    path: '/api/auth/keys/{id}',
    id: 'key',
    operationId: 'revokeApiKey',
    tag: 'Authentication',
    summary: 'Revoke an API key',
    description: 'It is refused from the next request on, within a second in every process.',
    access: { kind: 'scope', scope: 'keys:write' },
    versioned: true,
    query: writeQuery,
    responses: { 204: { description: 'It is revoked.' } },
    write: ({ actor, id, expected }) => noContent(deps.revokeKey(actor, { id: id as ApiKeyId, expected })),
  },
];

const signedInView = ({ session: started, user, token }: SignedIn) => {
  const { user_id: _userId, current: _current, ...shown } = sessionView(started, started.id);
  return { ...shown, token, token_type: 'Bearer', user: userView(user) };
};

const issuedAnswer = ({ key, token }: IssuedKey): ApiResponse => ({
  status: 201,
  body: { ...apiKeyView(key), key: token },
  version: key.version,
  location: `/api/auth/keys/${key.id}`,
});

const callerView = async ({ queries, userQueries }: AccessRoutesDeps, actor: Actor): Promise<object> => {
  const { kind, credentialId, scopes, expiresAt } = actor;
  const user = await userQueries.find(Actor.userOf(actor));
  const key = kind === 'api_key' ? await queries.findKey(credentialId as ApiKeyId) : undefined;
  return {
    object: 'caller',
    kind,
    user: user === undefined ? null : JSON.parse(user.view),
    key: key === undefined ? null : JSON.parse(key.view),
    scopes: [...scopes],
    expires_at: expiresAt?.toISOString() ?? null,
  };
};
