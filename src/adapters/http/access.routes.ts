import type { AccessQueries } from '#core/access/access-queries.ts';
import type { ApiKeyId } from '#core/access/api-key.ts';
import { apiKeyView } from '#core/access/api-key-view.ts';
import type { Scope } from '#core/access/scope.ts';
import type { CreateKey, IssuedKey } from '#core/access/use-cases/create-key.ts';
import type { RevokeKey } from '#core/access/use-cases/revoke-key.ts';
import type { RotateKey } from '#core/access/use-cases/rotate-key.ts';
import type { SignedIn, SignIn } from '#core/access/use-cases/sign-in.ts';
import type { SignOut } from '#core/access/use-cases/sign-out.ts';
import type { Actor } from '#core/shared/actor.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { RateLimit, RateLimiter } from '#core/shared/rate-limiter.ts';
import { emailKey } from '#core/users/user.ts';
import { userView } from '#core/users/user-view.ts';
import {
  apiKey,
  apiKeyInput,
  apiKeyList,
  caller,
  issuedKey,
  keyListQuery,
  rotateInput,
  session,
  signInInput,
  writeQuery,
} from './access.schemas.ts';
import type { Cursors } from './cursor.ts';
import { rateLimited } from './identify.ts';
import { answerPage } from './pages.ts';
import type { Answer, ApiRequest, Route } from './route.ts';
import type { PageQuery } from './schemas.ts';

export type AccessRoutesDeps = Readonly<{
  queries: AccessQueries;
  signIn: SignIn;
  signOut: SignOut;
  createKey: CreateKey;
  rotateKey: RotateKey;
  revokeKey: RevokeKey;
  cursors: Cursors;
  rateLimiter: RateLimiter;
  /** Of sign-ins, for each address and each e-mail. */
  signInLimit: RateLimit | undefined;
}>;

type SignInBody = Readonly<{ email: string; password: string }>;
type KeyBody = Readonly<{ name: string; scopes?: Scope[]; expires_at?: Date | null }>;

export const accessRoutes = (deps: AccessRoutesDeps): Route[] => [
  {
    method: 'post',
    path: '/api/auth',
    operationId: 'signIn',
    tag: 'Authentication',
    summary: 'Sign in',
    description: 'Starts a session. A wrong e-mail and a wrong password are answered alike.',
    access: { kind: 'none' },
    secret: true,
    query: writeQuery,
    body: signInInput,
    answers: { 201: { description: 'The session.', schema: session } },
    problems: ['invalid_credentials'],
    write: async ({ body, address }: ApiRequest<never, SignInBody>) => {
      await throttle(deps, [`sign-in:address:${address}`, `sign-in:email:${emailKey(body.email)}`]);
      const work = await deps.signIn(body);
      return async (tx) => ({ status: 201, body: sessionView(await work(tx)), location: '/api/auth' });
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
    answers: { 200: { description: 'Who is calling.', schema: caller } },
    read: async ({ actor }) => ({ status: 200, body: await callerView(deps.queries, actor as Actor) }),
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
    answers: { 204: { description: 'The session has ended.' } },
    write: ({ actor }) => {
      const work = deps.signOut(actor as Actor);
      return async (tx) => {
        await work(tx);
        return { status: 204 };
      };
    },
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
    answers: { 201: { description: 'The key.', schema: issuedKey } },
    write: ({ actor, body: { name, scopes, expires_at: expiresAt = null } }: ApiRequest<never, KeyBody>) => {
      const work = deps.createKey(actor as Actor, { name, expiresAt, ...(scopes === undefined ? {} : { scopes }) });
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
    answers: { 200: { description: 'A page of keys.', schema: apiKeyList } },
    problems: ['invalid_cursor'],
    read: ({ query }: ApiRequest<PageQuery>) =>
      answerPage(deps.cursors, { path: '/api/auth/keys', query }, (page) => deps.queries.listKeys(page)),
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
    answers: { 200: { description: 'The key.', schema: apiKey } },
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
    answers: { 201: { description: 'The new key.', schema: issuedKey } },
    problems: ['invalid_state'],
    write: ({ actor, id, body }: ApiRequest<never, { overlap_seconds: number }>) => {
      const work = deps.rotateKey(actor as Actor, { id: id as ApiKeyId, overlapSeconds: body.overlap_seconds });
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
    answers: { 204: { description: 'It is revoked.' } },
    write: ({ id, expected }) => {
      const work = deps.revokeKey({ id: id as ApiKeyId, expected });
      return async (tx) => {
        await work(tx);
        return { status: 204 };
      };
    },
  },
];

const throttle = async ({ rateLimiter, signInLimit }: AccessRoutesDeps, names: readonly string[]): Promise<void> => {
  if (signInLimit === undefined) return;
  for (const name of names) {
    const decision = await rateLimiter.take(name, signInLimit);
    if (!decision.allowed) throw rateLimited(decision);
  }
};

const sessionView = ({ session: started, user, token }: SignedIn) => ({
  id: started.id,
  object: 'session',
  token,
  token_type: 'Bearer',
  expires_at: started.expiresAt.toISOString(),
  created_at: started.createdAt.toISOString(),
  user: userView(user),
});

const issuedAnswer = ({ key, token }: IssuedKey): Answer => ({
  status: 201,
  body: { ...apiKeyView(key), key: token },
  version: key.version,
  location: `/api/auth/keys/${key.id}`,
});

const callerView = async (queries: AccessQueries, actor: Actor): Promise<object> => {
  const { kind, userId, credentialId, scopes, expiresAt } = actor;
  const user = await queries.findUser(userId as Id<'usr'>);
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
