import type { UserId } from '#core/users/user.ts';
import type { UserQueries } from '#core/users/user-queries.ts';
import { userView } from '#core/users/user-view.ts';
import { foundResponse, requireFound, resourceResponse } from '../pipeline/responses.ts';
import type { ApiResponse } from '../pipeline/route.ts';

/** The view of a user. @throws DomainError `not_found`. */
export const findUser = async (queries: UserQueries, id: UserId) => {
  return requireFound(await queries.find(id), 'user', id);
};

export const readUser = async (queries: UserQueries, id: UserId): Promise<ApiResponse> => {
  return foundResponse(await findUser(queries, id));
};

export const userResponse = resourceResponse(userView);
