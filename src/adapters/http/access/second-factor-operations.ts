import type { SecondFactorQueries } from '#core/access/second-factors/second-factor-repository.ts';
import { secondFactorView } from '#core/access/second-factors/second-factor-view.ts';
import type { ConfirmSecondFactor } from '#core/access/second-factors/use-cases/confirm-second-factor.ts';
import type { EnrolSecondFactor } from '#core/access/second-factors/use-cases/enrol-second-factor.ts';
import type { RemoveSecondFactor } from '#core/access/second-factors/use-cases/remove-second-factor.ts';
import { Actor } from '#core/shared/actor.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { writeOperation } from '../pipeline/operation.ts';
import { noContent, respond } from '../pipeline/responses.ts';
import type { Route } from '../pipeline/route.ts';
import { type Throttle, throttlePassword } from '../pipeline/throttle.ts';
import { splitConfirmation } from '../schemas/current-password.ts';
import {
  codeInput,
  confirmedFactorSchema,
  enrolledFactorSchema,
  enrolmentInput,
  removalInput,
  secondFactorPage,
} from './second-factor-schemas.ts';

type Deps = Readonly<{
  queries: SecondFactorQueries;
  enrolSecondFactor: EnrolSecondFactor;
  confirmSecondFactor: ConfirmSecondFactor;
  removeSecondFactor: RemoveSecondFactor;
  cursors: Cursors;
  throttle: Throttle;
}>;

const PATH = '/api/users/me/second_factors';

const CONFIRMED =
  'A session that signed in more than 10 minutes ago, or before there was a second factor, needs `current_password`, and ' +
  '`otp` if the user has a second factor.';

const listSecondFactors = ({ queries, cursors }: Deps) =>
  listOperation({
    path: PATH,
    operationId: 'listSecondFactors',
    tag: 'Authentication',
    summary: 'List second factors',
    description: 'The second factors of the current user, the newest first.',
    access: { kind: 'session' },
    list: newestFirstList,
    pageSchema: secondFactorPage,
    cursors,
    cursorAudience: ({ actor }) => Actor.userOf(actor),
    read: ({ page }, { actor }) => queries.list({ userId: Actor.userOf(actor), page }),
  });

const enrolSecondFactor = (deps: Deps) =>
  writeOperation({
    method: 'post',
    path: PATH,
    operationId: 'enrolSecondFactor',
    isThrottled: true,
    tag: 'Authentication',
    summary: 'Create a second factor',
    description:
      'Only this response contains the secret, which an authenticator app reads from a QR code with `otpauth_url`. The ' +
      'factor is `pending`, and not required to sign in, until it is confirmed by a code; another one replaces it before. ' +
      `A user has at most five. ${CONFIRMED}`,
    access: { kind: 'session' },
    secretMembers: ['secret', 'otpauth_url'],
    body: enrolmentInput,
    responses: { 201: { description: 'The factor with its secret.', schema: enrolledFactorSchema } },
    problems: ['recent_sign_in_required', 'too_many_second_factors'],
    write: async ({ actor, body }) => {
      const { fields, confirmation } = splitConfirmation(body);
      await throttlePassword(deps.throttle, actor, confirmation.currentPassword);
      const work = await deps.enrolSecondFactor(actor, { ...fields, ...confirmation });
      return respond(work, ({ factor, secret, url }) => ({
        status: 201,
        body: { ...secondFactorView(factor), secret, otpauth_url: url },
        // one factor has no path to read
        location: PATH,
      }));
    },
  });

const confirmSecondFactor = (deps: Deps) =>
  writeOperation({
    method: 'post',
    path: `${PATH}/{id}/confirm`,
    id: 'fac',
    operationId: 'confirmSecondFactor',
    isThrottled: true,
    tag: 'Authentication',
    summary: 'Confirm a second factor',
    description:
      'Activates a pending factor by the code that the app shows: from now on, signing in needs a code. Only this response ' +
      'contains the ten recovery codes, which replace the former ones. The user is notified by mail.',
    access: { kind: 'session' },
    secretMembers: ['recovery_codes'],
    body: codeInput,
    responses: { 200: { description: 'The factor with recovery codes.', schema: confirmedFactorSchema } },
    problems: ['invalid_state'],
    write: async ({ actor, id, body: { code } }) =>
      respond(await deps.confirmSecondFactor(actor, { id, code }), ({ factor, recoveryCodes }) => ({
        status: 200,
        body: { ...secondFactorView(factor), recovery_codes: recoveryCodes },
      })),
  });

const removeSecondFactor = (deps: Deps) =>
  writeOperation({
    method: 'delete',
    path: `${PATH}/{id}`,
    id: 'fac',
    operationId: 'removeSecondFactor',
    isThrottled: true,
    tag: 'Authentication',
    summary: 'Delete a second factor',
    description: `With the last active one the recovery codes are deleted too. The user is notified by mail. ${CONFIRMED}`,
    access: { kind: 'session' },
    body: removalInput,
    bodyOptional: true,
    responses: { 204: { description: 'The factor was deleted.' } },
    problems: ['recent_sign_in_required'],
    write: async ({ actor, id, body }) => {
      const { confirmation } = splitConfirmation(body);
      await throttlePassword(deps.throttle, actor, confirmation.currentPassword);
      return noContent(await deps.removeSecondFactor(actor, { id, ...confirmation }));
    },
  });

export const secondFactorRoutes = (deps: Deps): Route[] => [
  listSecondFactors(deps),
  enrolSecondFactor(deps),
  confirmSecondFactor(deps),
  removeSecondFactor(deps),
];
