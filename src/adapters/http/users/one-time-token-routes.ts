import { Actor, countedClient } from '#core/shared/actor.ts';
import type { RequestPasswordReset, ResetPassword } from '#core/users/use-cases/reset-password.ts';
import type { RequestEmailVerification, VerifyEmail } from '#core/users/use-cases/verify-email.ts';
import { MAILS_OF_NETWORK } from '../admission/mail-limit.ts';
import { accountKey, addressKey, MAILS, type Throttle } from '../admission/throttle.ts';
import { noContent, respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import { type ApiResponse, type TaggedRoute, tagged } from '../routing/route.ts';
import { emailVerification, mailRequestSchema, passwordReset, passwordResetRequest } from './one-time-token-schemas.ts';

type Deps = Readonly<{
  requestPasswordReset: RequestPasswordReset;
  resetPassword: ResetPassword;
  requestEmailVerification: RequestEmailVerification;
  verifyEmail: VerifyEmail;
  throttle: Throttle;
}>;

const FIRST_PROOF =
  'The first proof of the e-mail of a customer removes what somebody else may have added: it ends the sessions, ' +
  'cancels the subscriptions without a bill, and removes second factors, payment methods, saved views and what the customer ' +
  'wrote of themselves, unless a session of the customer sends the token.';

const requestPasswordReset = (deps: Deps) =>
  writeOperation({
    method: 'post',
    path: '/api/auth/password_resets',
    operationId: 'requestPasswordReset',
    isThrottled: true,
    summary: 'Request a password reset',
    description:
      'Mails a token to the e-mail if it has an account. The response is the same if it has none. An e-mail gets five an hour, ' +
      'and a network requests thirty; callers with scopes are not counted for their network.',
    access: { kind: 'open' },
    body: passwordResetRequest,
    responses: { 202: { description: 'The mail was requested.', schema: mailRequestSchema } },
    write: async ({ actor, body, address }) => {
      await deps.throttle('password reset', addressKey(address));
      // before the e-mail is counted, so that a network without mails left uses up none of the e-mail’s
      if (countedClient(actor) !== null)
        await deps.throttle('hourly password reset', addressKey(address), MAILS_OF_NETWORK);
      await deps.throttle('password reset', accountKey(body.email), MAILS);
      return respond(deps.requestPasswordReset(actor, body), () => mailRequested);
    },
  });

const resetPassword = (deps: Deps) =>
  writeOperation({
    method: 'post',
    path: '/api/auth/password_resets/confirm',
    operationId: 'resetPassword',
    isThrottled: true,
    summary: 'Reset a password',
    description:
      'Redeems a mailed token, which works once: that of a reset for an hour, that of an invitation for seven days. Ends all sessions and revokes the API keys that they ' +
      'created, or all with `revoke_keys`. A pending e-mail is dropped. ' +
      `${FIRST_PROOF} Emits \`user.updated\`.`,
    access: { kind: 'open' },
    body: passwordReset,
    responses: { 204: { description: 'The password was set.' } },
    write: async ({ actor, body, address }) => {
      await deps.throttle('token', addressKey(address));
      return noContent(
        await deps.resetPassword(actor, { token: body.token, password: body.password, revokeKeys: body.revoke_keys }),
      );
    },
  });

const requestEmailVerification = (deps: Deps) =>
  writeOperation({
    method: 'post',
    path: '/api/auth/email_verifications',
    operationId: 'requestEmailVerification',
    isThrottled: true,
    summary: 'Request an e-mail verification',
    description: 'Mails a token to the user of the session: to the pending e-mail, if there is one.',
    access: { kind: 'session' },
    responses: { 202: { description: 'The mail was requested.', schema: mailRequestSchema } },
    write: async ({ actor }) => {
      await deps.throttle('verification', Actor.userOf(actor), MAILS);
      return respond(deps.requestEmailVerification(actor), () => mailRequested);
    },
  });

const verifyEmail = (deps: Deps) =>
  writeOperation({
    method: 'post',
    path: '/api/auth/email_verifications/confirm',
    operationId: 'verifyEmail',
    isThrottled: true,
    summary: 'Verify an e-mail',
    description:
      'Redeems a mailed token, which works once and for a day. A pending e-mail replaces the former one. ' +
      `${FIRST_PROOF} Emits \`user.updated\`.`,
    access: { kind: 'open' },
    body: emailVerification,
    responses: { 204: { description: 'The e-mail was verified.' } },
    problems: ['already_exists'],
    write: async ({ actor, body, address }) => {
      await deps.throttle('token', addressKey(address));
      return noContent(await deps.verifyEmail(actor, body));
    },
  });

const mailRequested: ApiResponse = { status: 202, body: { object: 'mail_request', status: 'requested' } };

export const oneTimeTokenRoutes = (deps: Deps): TaggedRoute[] =>
  tagged('Authentication', [
    requestPasswordReset(deps),
    resetPassword(deps),
    requestEmailVerification(deps),
    verifyEmail(deps),
  ]);
