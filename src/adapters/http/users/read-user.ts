import { accessLevelOf } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { UserQueries } from '#core/users/ports.ts';
import type { StoredUser } from '#core/users/steps/store-user.ts';
import type { User, UserId } from '#core/users/user.ts';
import { USER_VIEWS, type UserView, type UserVisibility } from '#core/users/user-view.ts';
import { foundResponse, requireFound } from '../responses/responses.ts';
import type { ApiResponse } from '../routing/route.ts';

/** The view of a user. @throws DomainError `not_found`. */
export const findUser = async (queries: UserQueries, id: UserId, visibility?: UserVisibility) => {
  return requireFound(await queries.find(id, visibility), 'user', id);
};

/** The user as the caller sees it. @throws DomainError `not_found`. */
export const readUser = async (queries: UserQueries, actor: Actor, id: UserId): Promise<ApiResponse> => {
  return foundResponse(await findUser(queries, id, visibilityFor(actor)));
};

const OF_STAFF = ['users:read', 'customers:write', 'users:write'] as const;

/** What the caller may see of others. */
export const visibilityFor = (actor: Actor): UserVisibility =>
  OF_STAFF.some((scope) => accessLevelOf(actor, scope) === 'all') ? 'staff' : 'own';

/** A written user as the caller sees it. */
export const shownTo =
  (actor: Actor) =>
  (user: User): UserView =>
    USER_VIEWS[visibilityFor(actor)](user);

/** A changed user; after a change to `disabled` also the webhooks that were disabled. */
export const userResponse =
  (actor: Actor) =>
  ({ user, disabledWebhooks }: StoredUser): ApiResponse => {
    const shown = shownTo(actor)(user);
    const body = { ...shown, ...(disabledWebhooks && { disabled_webhooks: disabledWebhooks }) };
    return { status: 200, body, shown, version: user.version };
  };
