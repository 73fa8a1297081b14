import type { SecondFactorQueries } from '#core/access/second-factors/ports.ts';
import { secondFactorView } from '#core/access/second-factors/second-factor.ts';
import type { ConfirmSecondFactor } from '#core/access/second-factors/use-cases/confirm-second-factor.ts';
import type { EnrolSecondFactor } from '#core/access/second-factors/use-cases/enrol-second-factor.ts';
import type { RemoveSecondFactor } from '#core/access/second-factors/use-cases/remove-second-factor.ts';
import type { RenameSecondFactor } from '#core/access/second-factors/use-cases/rename-second-factor.ts';
import type { RenewRecoveryCodes } from '#core/access/second-factors/use-cases/renew-recovery-codes.ts';
import { Actor } from '#core/shared/actor.ts';
import { newestFirstList } from '#core/shared/list.ts';
import { type Throttle, throttlePassword } from '../admission/throttle.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { noContent, respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';
import { splitConfirmation } from '../schemas/current-password.ts';
import {
  confirmedFactorSchema,
  enrolledFactorSchema,
  enrolmentInput,
  firstUseInput,
  recoveryCodesSchema,
  removalInput,
  renamingInput,
  renewalInput,
  secondFactorPage,
  secondFactorSchema,
} from './second-factor-schemas.ts';

type Deps = Readonly<{
  queries: SecondFactorQueries;
  enrolSecondFactor: EnrolSecondFactor;
  confirmSecondFactor: ConfirmSecondFactor;
  renameSecondFactor: RenameSecondFactor;
  removeSecondFactor: RemoveSecondFactor;
  renewRecoveryCodes: RenewRecoveryCodes;
  cursors: Cursors;
  throttle: Throttle;
}>;

const PATH = '/api/users/me/second_factors';

const CONFIRMED =
  'A session that signed in more than 10 minutes ago, or before there was a second factor, needs `current_password`, and ' +
  '`otp` or `passkey` if the user has a second factor.';

const listSecondFactors = ({ queries, cursors }: Deps) =>
  listOperation({
    path: PATH,
    operationId: 'listSecondFactors',
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
    summary: 'Create a second factor',
    description:
      'An authenticator app (`totp`) reads its secret from a QR code with `otpauth_url`; a page of the dashboard’s origin ' +
      'passes `creation_options` to the device of a `passkey`. Only this response contains them. The factor is `pending`, ' +
      'and not required to sign in, until it is confirmed; another one replaces it before. A user has at most five. ' +
      CONFIRMED,
    access: { kind: 'session' },
    secretMembers: ['secret', 'otpauth_url', 'creation_options'],
    body: enrolmentInput,
    responses: { 201: { description: 'The factor with what its device needs.', schema: enrolledFactorSchema } },
    problems: ['recent_sign_in_required', 'too_many_second_factors'],
    write: async ({ actor, body }) => {
      const { fields, confirmation } = splitConfirmation(body);
      await throttlePassword(deps.throttle, actor, confirmation.currentPassword);
      const work = await deps.enrolSecondFactor(actor, { ...fields, ...confirmation });
      return respond(work, (enrolled) => ({
        status: 201,
        body: {
          ...secondFactorView(enrolled.factor),
          ...('options' in enrolled
            ? { creation_options: enrolled.options }
            : { secret: enrolled.secret, otpauth_url: enrolled.url }),
        },
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
    summary: 'Confirm a second factor',
    description:
      'Activates a pending factor by the code that the app shows, or by the response of the new passkey within five minutes: ' +
      'from now on, signing in needs a second factor. Only this response contains the ten recovery codes, which replace the ' +
      'former ones. The user is notified by mail.',
    access: { kind: 'session' },
    secretMembers: ['recovery_codes'],
    body: firstUseInput,
    responses: { 200: { description: 'The factor with recovery codes.', schema: confirmedFactorSchema } },
    problems: ['invalid_state', 'already_exists'],
    write: async ({ actor, id, body }) =>
      respond(await deps.confirmSecondFactor(actor, { id, ...body }), ({ factor, recoveryCodes }) => ({
        status: 200,
        body: { ...secondFactorView(factor), recovery_codes: recoveryCodes },
      })),
  });

const renameSecondFactor = (deps: Deps) =>
  writeOperation({
    method: 'patch',
    path: `${PATH}/{id}`,
    id: 'fac',
    operationId: 'renameSecondFactor',
    summary: 'Rename a second factor',
    description: 'The body is a JSON Merge Patch (RFC 7396).',
    access: { kind: 'session' },
    body: renamingInput,
    responses: { 200: { description: 'The renamed factor.', schema: secondFactorSchema } },
    write: ({ actor, id, body: { name } }) =>
      respond(deps.renameSecondFactor(actor, { id, name }), (factor) => ({
        status: 200,
        body: secondFactorView(factor),
      })),
  });

const removeSecondFactor = (deps: Deps) =>
  writeOperation({
    method: 'delete',
    path: `${PATH}/{id}`,
    id: 'fac',
    operationId: 'removeSecondFactor',
    isThrottled: true,
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

const renewRecoveryCodes = (deps: Deps) =>
  writeOperation({
    method: 'post',
    path: '/api/users/me/recovery_codes',
    operationId: 'renewRecoveryCodes',
    isThrottled: true,
    summary: 'Renew recovery codes',
    description:
      'Only this response contains the ten recovery codes, which replace the former ones. The user is notified by mail. ' +
      CONFIRMED,
    access: { kind: 'session' },
    secretMembers: ['recovery_codes'],
    body: renewalInput,
    bodyOptional: true,
    responses: { 201: { description: 'The new recovery codes.', schema: recoveryCodesSchema } },
    problems: ['recent_sign_in_required', 'invalid_state'],
    write: async ({ actor, body }) => {
      const { confirmation } = splitConfirmation(body);
      await throttlePassword(deps.throttle, actor, confirmation.currentPassword);
      return respond(await deps.renewRecoveryCodes(actor, confirmation), (codes) => ({
        status: 201,
        body: { object: 'recovery_codes', recovery_codes: codes },
        // they cannot be read again
        location: PATH,
      }));
    },
  });

export const secondFactorRoutes = (deps: Deps): TaggedRoute[] =>
  tagged('Authentication', [
    listSecondFactors(deps),
    enrolSecondFactor(deps),
    confirmSecondFactor(deps),
    renameSecondFactor(deps),
    removeSecondFactor(deps),
    renewRecoveryCodes(deps),
  ]);
