import type { UserQueries } from '#core/users/ports.ts';
import type { StoredUser } from '#core/users/steps/store-user.ts';
import type { UserId } from '#core/users/user.ts';
import { userView } from '#core/users/user-view.ts';
import { foundResponse, requireFound } from '../responses/responses.ts';
import type { ApiResponse } from '../routing/route.ts';

/** The view of a user. @throws DomainError `not_found`. */
export const findUser = async (queries: UserQueries, id: UserId) => {
  return requireFound(await queries.find(id), 'user', id);
};

export const readUser = async (queries: UserQueries, id: UserId): Promise<ApiResponse> => {
  return foundResponse(await findUser(queries, id));
};

/** A changed user; after a change to `disabled` also the webhooks that were disabled. */
export const userResponse = ({ user, disabledWebhooks }: StoredUser): ApiResponse => ({
  status: 200,
  body: { ...userView(user), ...(disabledWebhooks && { disabled_webhooks: disabledWebhooks }) },
  shown: userView(user),
  version: user.version,
});
