import { oneTimeTokenRoutes } from '#adapters/http/users/one-time-token-routes.ts';
import { usersRoutes } from '#adapters/http/users/routes.ts';
import { savedViewRoutes } from '#adapters/http/users/saved-view-operations.ts';
import { userEvents } from '#adapters/http/users/schemas.ts';
import { userOfOrder } from '#adapters/http/users/user-of-order.ts';
import { userSessionRoutes } from '#adapters/http/users/user-session-operations.ts';
import { untilEmpty } from '#adapters/system/periodic-task.ts';
import { makeInvitationLink } from '#core/users/steps/invitation-link.ts';
import { makeChangeUser, makeReplaceUser } from '#core/users/use-cases/change-user.ts';
import { makeCreateOwner, makeEnsureOwner } from '#core/users/use-cases/create-owner.ts';
import { makeCreateUser } from '#core/users/use-cases/create-user.ts';
import { makeEndUserSession, makeEndUserSessions } from '#core/users/use-cases/end-user-sessions.ts';
import { makeEraseSelf, makeEraseUser } from '#core/users/use-cases/erase-user.ts';
import { makeExportUser } from '#core/users/use-cases/export-user.ts';
import { makeInviteUser } from '#core/users/use-cases/invite-user.ts';
import { makeResetPassword, requestPasswordReset } from '#core/users/use-cases/reset-password.ts';
import { saveViews } from '#core/users/use-cases/save-views.ts';
import { makeSignUp } from '#core/users/use-cases/sign-up.ts';
import { makeVerifyEmail, requestEmailVerification } from '#core/users/use-cases/verify-email.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, provide } from '../injection.ts';
import { ACCESS, USERS } from '../tokens/access.ts';
import { HTTP } from '../tokens/http.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, ids, config, passwords, commonPasswords, tokens } = SYSTEM;
const { unitOfWork, userQueries: queries, oneTimeTokenQueries: oneTimeTokens } = STORAGE;
const { cursors, throttle } = HTTP;
const { secondFactors } = ACCESS;
const personalData = STORAGE.personalDataQueries;

/** Users. */
export const usersModule = (publicUrl: () => string): readonly Binding[] => [
  provide(USERS.ensureOwner, { unitOfWork, passwords, ids, clock, systemClock }, ({ unitOfWork, ...deps }) =>
    makeEnsureOwner({ unitOfWork, createOwner: makeCreateOwner(deps) }),
  ),
  provide(BACKGROUND.workers, { oneTimeTokens, systemClock }, ({ oneTimeTokens, systemClock }) => [
    {
      name: 'removal of expired one-time tokens',
      intervalMs: 60_000,
      run: () => oneTimeTokens.removeExpired(systemClock.now()),
    },
  ]),
  provide(BACKGROUND.workers, { contacts: STORAGE.contactIndex }, ({ contacts }) => [
    { name: 'indexing of contacts for search', intervalMs: 60_000, run: untilEmpty(() => contacts.indexMissing()) },
  ]),
  constant(HTTP.eventSchemas, userEvents),
  provide(HTTP.orderExpansions, { queries }, userOfOrder),
  provide(
    HTTP.routes,
    {
      ...{ unitOfWork, queries, personalData, rules: STORAGE.shopRulesQueries, shop: SHOP.cache, cursors, throttle },
      ...{ passwords, secondFactors, commonPasswords, ids, clock, systemClock, config, tokens },
    },
    ({ config, tokens, ...deps }) =>
      usersRoutes({
        ...deps,
        signUp: makeSignUp(deps),
        signUpLimit: config.signUpRateLimit,
        createUser: makeCreateUser(deps),
        inviteUser: makeInviteUser({
          ...deps,
          linkOf:
            config.smtp === undefined
              ? makeInvitationLink({ ...deps, tokens, page: () => `${publicUrl()}/dashboard/accept-invitation` })
              : undefined,
        }),
        replaceUser: makeReplaceUser(deps),
        changeUser: makeChangeUser(deps),
        eraseUser: makeEraseUser(deps),
        eraseSelf: makeEraseSelf(deps),
        exportUser: makeExportUser(deps),
      }),
  ),
  provide(HTTP.routes, { queries: STORAGE.accessQueries, userQueries: queries, cursors, systemClock }, (deps) =>
    userSessionRoutes({
      ...deps,
      endUserSession: makeEndUserSession(deps),
      endUserSessions: makeEndUserSessions(deps),
    }),
  ),
  provide(HTTP.routes, { savedViews: STORAGE.savedViewsQueries }, (deps) => savedViewRoutes({ ...deps, saveViews })),
  provide(HTTP.routes, { oneTimeTokens, throttle, passwords, commonPasswords, tokens, clock, systemClock }, (deps) =>
    oneTimeTokenRoutes({
      ...deps,
      requestPasswordReset,
      resetPassword: makeResetPassword(deps),
      requestEmailVerification,
      verifyEmail: makeVerifyEmail(deps),
    }),
  ),
];
