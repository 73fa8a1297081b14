import { secondFactorRoutes } from '#adapters/http/access/second-factor-operations.ts';
import { oneTimePasswords } from '#adapters/system/one-time-passwords.ts';
import { recoveryCodes } from '#adapters/system/recovery-codes.ts';
import { makeWebauthnPasskeys } from '#adapters/webauthn/webauthn-passkeys.ts';
import { makeSecondFactorCheck } from '#core/access/second-factors/second-factor-check.ts';
import { makeConfirmSecondFactor } from '#core/access/second-factors/use-cases/confirm-second-factor.ts';
import { makeEnrolSecondFactor } from '#core/access/second-factors/use-cases/enrol-second-factor.ts';
import { makeRemoveSecondFactor } from '#core/access/second-factors/use-cases/remove-second-factor.ts';
import { makeRenameSecondFactor } from '#core/access/second-factors/use-cases/rename-second-factor.ts';
import { makeRenewRecoveryCodes } from '#core/access/second-factors/use-cases/renew-recovery-codes.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, provide } from '../injection.ts';
import { ACCESS } from '../tokens/access.ts';
import { HTTP } from '../tokens/http.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

/** Few enough that codes of six digits cannot be guessed: five at once, then one a minute. */
const CODE_ATTEMPTS = { calls: 5, seconds: 300 };

const { encryption, ids, passwords, systemClock } = SYSTEM;
const { unitOfWork, secondFactorQueries: queries } = STORAGE;
const { countCodeAttempt, passkeys, secondFactors } = ACCESS;
const { cursors, throttle } = HTTP;

/** Second factors of users. */
export const secondFactorsModule = (publicUrl: () => string): readonly Binding[] => [
  constant(passkeys, makeWebauthnPasskeys(publicUrl)),
  provide(
    countCodeAttempt,
    { throttle },
    ({ throttle }) =>
      (userId) =>
        throttle('second factor', userId, CODE_ATTEMPTS),
  ),
  provide(secondFactors, { unitOfWork, passkeys, encryption, countCodeAttempt, systemClock }, (deps) =>
    makeSecondFactorCheck({ ...deps, oneTimePasswords, recoveryCodes }),
  ),
  provide(BACKGROUND.workers, { queries, systemClock }, (deps) => [
    {
      name: 'removal of expired passkey challenges',
      intervalMs: 60_000,
      run: () => deps.queries.removeExpiredChallenges(deps.systemClock.now()),
    },
  ]),
  provide(
    HTTP.routes,
    {
      ...{ queries, cursors, throttle, unitOfWork, passwords, secondFactors, countCodeAttempt },
      ...{ passkeys, encryption, ids, systemClock, shop: SHOP.cache },
    },
    (deps) =>
      secondFactorRoutes({
        ...deps,
        enrolSecondFactor: makeEnrolSecondFactor({ ...deps, oneTimePasswords }),
        confirmSecondFactor: makeConfirmSecondFactor({ ...deps, oneTimePasswords, recoveryCodes }),
        renameSecondFactor: makeRenameSecondFactor(deps),
        removeSecondFactor: makeRemoveSecondFactor(deps),
        renewRecoveryCodes: makeRenewRecoveryCodes({ ...deps, recoveryCodes }),
      }),
  ),
];
