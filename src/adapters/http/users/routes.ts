import { type TaggedRoute, tagged } from '../routing/route.ts';
import { type InviteDeps, inviteUser } from './invite-user.ts';
import {
  exportUser,
  getSelf,
  getUser,
  getUserPermissions,
  listUsers,
  type UserReadDeps,
} from './user-read-operations.ts';
import {
  createUser,
  eraseSelf,
  eraseUser,
  replaceUser,
  type UserWriteDeps,
  updateSelf,
  updateUser,
} from './user-write-operations.ts';

/** `/api/users/me` comes before `/api/users/{id}`, which would match it too. */
export const usersRoutes = (deps: UserReadDeps & UserWriteDeps & InviteDeps): TaggedRoute[] =>
  tagged('Users', [
    listUsers(deps),
    createUser(deps),
    inviteUser(deps),
    getSelf(deps),
    updateSelf(deps),
    eraseSelf(deps),
    getUser(deps),
    replaceUser(deps),
    updateUser(deps),
    eraseUser(deps),
    getUserPermissions(deps),
    exportUser(deps),
  ]);
