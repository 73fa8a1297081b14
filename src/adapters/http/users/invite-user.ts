import Joi from 'joi';
import type { Actor } from '#core/shared/actor.ts';
import type { Invited, InviteUser } from '#core/users/use-cases/invite-user.ts';
import type { UserView } from '#core/users/user-view.ts';
import { accountKey, MAILS, type Throttle, throttlePassword } from '../admission/throttle.ts';
import { createdResponse, respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import type { ApiResponse } from '../routing/route.ts';
import { splitConfirmation } from '../schemas/current-password.ts';
import { userSchema } from '../schemas/user.ts';
import { shownTo } from './read-user.ts';
import { invitationInput } from './schemas.ts';

type InvitedView = UserView & Readonly<{ invitation_url?: string | null }>;

const invitedSchema = (userSchema as Joi.ObjectSchema<InvitedView>)
  .keys({
    invitation_url: Joi.string()
      .uri()
      .allow(null)
      .description('The link of the invitation, where no mail is sent: pass it on. Only in this response.')
      .example(null),
  })
  .id('InvitedUser')
  .description('An invited user.');

const invitedResponse =
  (actor: Actor) =>
  ({ user, link }: Invited): ApiResponse => {
    const shown = shownTo(actor)(user);
    const view: InvitedView = { ...shown, invitation_url: link };
    return { ...createdResponse(shownTo(actor), '/api/users')(user), body: view, shown };
  };

export type InviteDeps = Readonly<{ inviteUser: InviteUser; throttle: Throttle }>;

export const inviteUser = (deps: InviteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/users/invitations',
    operationId: 'inviteUser',
    isThrottled: true,
    summary: 'Invite a user',
    description:
      'Creates a user without a password and mails a link to set one, which works once and for seven days; its token is ' +
      'redeemed by `POST /api/auth/password_resets/confirm`. Without a mail server, `invitation_url` has the link. A user ' +
      'without a password is invited again with the new fields, and the former link becomes invalid. A session that ' +
      'signed in more than 10 minutes ago needs `current_password`. The filter `invited_from` of the users lists open invitations. Emits `user.created` or ' +
      '`user.updated`.',
    access: { kind: 'scope', scope: 'users:write' },
    body: invitationInput,
    responses: { 201: { description: 'The invited user.', schema: invitedSchema } },
    secretMembers: ['invitation_url'],
    problems: ['already_exists', 'recent_sign_in_required'],
    write: async ({ actor, body }) => {
      const { fields, confirmation } = splitConfirmation(body);
      await throttlePassword(deps.throttle, actor, confirmation.currentPassword);
      await deps.throttle('invitation', accountKey(fields.email), MAILS);
      return respond(await deps.inviteUser(actor, { fields, ...confirmation }), invitedResponse(actor));
    },
  });
