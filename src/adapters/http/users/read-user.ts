import { notFound } from '#core/shared/domain-error.ts';
import type { User, UserId } from '#core/users/user.ts';
import type { UserQueries } from '#core/users/user-queries.ts';
import { userView } from '#core/users/user-view.ts';
import type { ApiResponse } from '../pipeline/route.ts';

/** The view of a user. @throws DomainError `not_found`. */
export const findUser = async (queries: UserQueries, id: UserId) => {
  const user = await queries.find(id);
  if (user === undefined) throw notFound('user', id);
  return user;
};

export const readUser = async (queries: UserQueries, id: UserId): Promise<ApiResponse> => {
  const { view, version } = await findUser(queries, id);
  return { status: 200, body: view, version };
};

export const userResponse = (user: User): ApiResponse => ({
  status: 200,
  body: userView(user),
  version: user.version,
});
