import Joi from 'joi';
import { type ApiKeyView, KEY_KINDS, type KeyKind } from '#core/access/api-key.ts';
import type { Scope } from '#core/access/scope.ts';
import type { SessionView } from '#core/access/session.ts';
import { RATE_NOTATION } from '#core/shared/rate-limiter.ts';
import type { UserView } from '#core/users/user-view.ts';
import { addressRange } from '../schemas/address-range.ts';
import {
  type ConfirmationInput,
  confirmationFields,
  oneTimePassword,
  type SecondFactorInput,
} from '../schemas/current-password.ts';
import { type DryRunResult, dryRunFields } from '../schemas/dry-run.ts';
import { type EventSchemas, erasable, eventOf } from '../schemas/event.ts';
import {
  idOf,
  integer,
  line,
  pageOf,
  resourceFields,
  text,
  time,
  timestamp,
  versionFields,
} from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { pageOrigin } from '../schemas/origin.ts';
import { passkeyAssertion } from '../schemas/passkey.ts';
import { required } from '../schemas/required.ts';
import { scopes } from '../schemas/scopes.ts';
import { sessionFields } from '../schemas/session.ts';
import { userSchema } from '../schemas/user.ts';

export const signInInput = objectOf<Readonly<{ email: string; password: string }> & SecondFactorInput>({
  email: required(text(1, 320), 'The e-mail of the account, in upper or lower case.', 'owner@example.com'),
  password: required(text(1, 128), 'The password.', 'correct horse battery staple'),
  otp: oneTimePassword().description(
    'Needed by users with a second factor: a code of the authenticator app, or a recovery code. Others may omit it.',
  ),
  passkey: passkeyAssertion().description(
    'Instead of `otp`, the response of a passkey to the `passkey_options` of 401 `second_factor_required`.',
  ),
})
  .id('SignInInput')
  .description('The credentials of a user.');

const enrolmentRequired = (): Joi.BooleanSchema =>
  required(
    Joi.boolean(),
    'Whether the session may do nothing else until the user has a second factor: `SECOND_FACTOR_REQUIRED` names the role.',
    false,
  );

export type StartedSessionView = Omit<SessionView, 'user_id' | 'current'> &
  Readonly<{
    token: string;
    token_type: 'Bearer';
    user: UserView;
    second_factor_enrolment_required: boolean;
  }>;

export const startedSessionSchema = objectOf<
  Omit<StartedSessionView, 'token'> & Readonly<{ token?: string }> & DryRunResult
>({
  ...sessionFields,
  token: Joi.string()
    .description('The session token, shown only once, and not in a dry run. Send it as `Authorization: Bearer`.')
    .example('cps_6R3zK0mN1pQ7sT9vX2yB4dF8hJ5lW0aC3eG6iKoMqSu1a2b3C'),
  token_type: required(Joi.string().valid('Bearer'), 'The authentication scheme of the token.'),
  user: userSchema.required(),
  second_factor_enrolment_required: enrolmentRequired(),
  ...dryRunFields,
})
  .id('Session')
  .description('A new session with its token.');

const allowedIps = (): Joi.ArraySchema =>
  Joi.array().items(addressRange()).unique().min(1).max(50).allow(null).example(['203.0.113.0/24', '2001:db8::1']);

const name = (): Joi.StringSchema => required(line(100), 'The purpose of the key.', 'Storefront');

const kind = (): Joi.StringSchema =>
  Joi.string()
    .valid(...KEY_KINDS)
    .example('secret');

const allowedOrigins = (): Joi.ArraySchema =>
  Joi.array().items(pageOrigin()).unique().max(20).example(['https://shop.example', 'http://localhost:5173']);

const rateLimit = (): Joi.StringSchema =>
  Joi.string()
    .max(16)
    .pattern(RATE_NOTATION)
    .messages({ 'string.pattern.base': 'must be requests/seconds such as 600/60' })
    .allow(null)
    .example('600/60');

const apiKeyFields = {
  ...resourceFields('api_key', 'key'),
  kind: required(kind(), '`secret` for servers; `publishable` for the source of pages and apps.'),
  user_id: required(idOf('usr'), 'The user, whose scopes limit those of the key.'),
  name: name(),
  prefix: required(Joi.string(), 'The first characters of the key, to tell keys apart.', 'cpk_6R3zK0mN'),
  scopes: required(scopes(), 'The scopes of the key; none of a publishable one.'),
  allowed_ips: required(allowedIps(), 'The addresses and CIDR blocks that may use the key; null for all.'),
  allowed_origins: required(
    allowedOrigins().allow(null),
    'The origins whose pages may use a publishable key; null for a secret one.',
  ),
  rate_limit: required(
    rateLimit(),
    'Requests/seconds of this key, of a publishable one for each client address; null for `RATE_LIMIT`.',
  ),
  last_used_at: required(timestamp().allow(null), 'When the key was last used, to the minute.'),
  expires_at: required(timestamp().allow(null), 'When the key expires; null for never.'),
  revoked_at: required(timestamp().allow(null), 'When the key was revoked.'),
  ...versionFields,
};

export const apiKeySchema = objectOf<ApiKeyView>(apiKeyFields)
  .id('ApiKey')
  .description('An API key without its secret.');

export const issuedKeySchema = objectOf<ApiKeyView & Readonly<{ key?: string }> & DryRunResult>({
  ...apiKeyFields,
  key: Joi.string()
    .description('The secret key, shown only once, and not in a dry run. Send it as `Authorization: Bearer`.')
    .example('cpk_6R3zK0mN1pQ7sT9vX2yB4dF8hJ5lW0aC3eG6iKoMqSu1a2b3C'),
  ...dryRunFields,
})
  .id('IssuedApiKey')
  .description('A new API key with its secret.');

export const apiKeyPage = pageOf('ApiKeyList', apiKeySchema);

type ApiKeyInput = Readonly<{
  name: string;
  kind: KeyKind;
  scopes?: Scope[];
  allowed_origins?: string[];
  rate_limit?: string | null;
  expires_at?: Date | null;
  allowed_ips?: string[] | null;
}> &
  ConfirmationInput;

export const apiKeyInput = objectOf<ApiKeyInput>({
  name: name(),
  kind: kind()
    .default('secret')
    .example('publishable', { override: true })
    .description('`secret` for servers; `publishable` for the source of pages and apps, where it acts as a visitor.'),
  scopes: scopes()
    .description('The scopes of the key; the default is all scopes of the caller. A publishable key has none.')
    .example([], { override: true }),
  allowed_origins: allowedOrigins().description(
    'Required for a publishable key, and omitted for a secret one: at most 20 origins whose pages may use it. Requests ' +
      'without the header `Origin`, such as those of apps, may use it too.',
  ),
  rate_limit: rateLimit().description(
    'Requests/seconds of this key, of a publishable one for each client address; the default is that of the calling key, ' +
      'or `RATE_LIMIT`.',
  ),
  expires_at: time()
    .allow(null)
    .description('When the key expires; by default never, or with the calling key.')
    .example('2030-01-01T00:00:00.000Z'),
  allowed_ips: allowedIps().description(
    'At most 50 addresses and CIDR blocks that may use the key; the default is those of the calling key, or all.',
  ),
  ...confirmationFields(),
})
  .id('ApiKeyInput')
  .description('A new API key.');

export type ApiKeyPatch = Readonly<{
  name?: string;
  allowed_ips?: string[] | null;
  allowed_origins?: string[];
  rate_limit?: string | null;
}>;

export const apiKeyPatch = objectOf<ApiKeyPatch>({
  name: name().optional(),
  allowed_ips: allowedIps().description('Addresses and CIDR blocks; only among those that were allowed before.'),
  allowed_origins: allowedOrigins().description('Of a publishable key; only among those that were allowed before.'),
  rate_limit: rateLimit().description('Requests/seconds; at most what was allowed before.'),
})
  .id('ApiKeyPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay. A key is never widened.');

export const rotateInput = objectOf<Readonly<{ overlap_seconds: number }> & ConfirmationInput>({
  overlap_seconds: integer(0)
    .max(604_800)
    .default(86_400)
    .description('How many seconds the old key stays valid.')
    .example(3600),
  ...confirmationFields(),
})
  .id('RotateInput')
  .description('The rotation of an API key.');

export type CallerView = Readonly<{
  object: 'caller';
  kind: string;
  user: UserView | null;
  key: ApiKeyView | null;
  scopes: readonly string[];
  expires_at: string | null;
  second_factor_enrolment_required: boolean;
}>;

export const callerSchema = objectOf<CallerView>({
  object: required(Joi.string().valid('caller'), 'The type of the resource.'),
  kind: required(Joi.string().valid('api_key', 'session'), 'The type of the credential.', 'api_key'),
  user: userSchema.required(),
  key: apiKeySchema.allow(null).required(),
  scopes: required(scopes(), 'The scopes that the caller holds now.'),
  expires_at: required(timestamp().allow(null), 'When the credential expires.'),
  second_factor_enrolment_required: enrolmentRequired(),
})
  .id('Caller')
  .description('The caller of a request.');

export const accessEvents: EventSchemas = {
  api_key: eventOf(erasable(apiKeySchema, 'name', 'ApiKeyOfEvent'))
    .id('ApiKeyEvent')
    .description('An event of an API key.'),
};
