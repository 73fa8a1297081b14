import { ContainerModule } from 'inversify';
import { mailedTokensRoutes } from '#adapters/http/users/one-time-token-routes.ts';
import { usersRoutes } from '#adapters/http/users/routes.ts';
import { runPeriodically } from '#adapters/system/background-task.ts';
import { makeChangeUser } from '#core/users/use-cases/change-user.ts';
import { makeCreateUser } from '#core/users/use-cases/create-user.ts';
import { makeEnsureOwner } from '#core/users/use-cases/ensure-owner.ts';
import { makeEraseUser } from '#core/users/use-cases/erase-user.ts';
import { makeExportUser } from '#core/users/use-cases/export-user.ts';
import { makeReplaceUser } from '#core/users/use-cases/replace-user.ts';
import { makeRequestEmailVerification } from '#core/users/use-cases/request-email-verification.ts';
import { makeRequestPasswordReset } from '#core/users/use-cases/request-password-reset.ts';
import { makeResetPassword } from '#core/users/use-cases/reset-password.ts';
import { makeSendMails } from '#core/users/use-cases/send-mails.ts';
import { makeVerifyEmail } from '#core/users/use-cases/verify-email.ts';
import { TOKENS } from '../tokens.ts';

const MAILS_SENT_MS = 500;
const CLEANING_MS = 60_000;

/** People, and what is mailed to them. */
export const usersModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.ensureOwner)
      .toResolvedValue(
        (unitOfWork, passwords, ids, clock) => makeEnsureOwner({ unitOfWork, passwords, ids, clock }),
        [TOKENS.unitOfWork, TOKENS.passwords, TOKENS.ids, TOKENS.clock],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (unitOfWork, mailQueue, mailer, tokens, clock, log, { mailPages: pages }) => {
          const sendMails = makeSendMails({ unitOfWork, mailQueue, mailer, tokens, clock, log, pages });
          const sendAll = async (): Promise<void> => {
            while ((await sendMails()) > 0);
          };
          return runPeriodically('sending of mails', MAILS_SENT_MS, sendAll, log);
        },
        [TOKENS.unitOfWork, TOKENS.mailQueue, TOKENS.mailer, TOKENS.tokens, TOKENS.clock, TOKENS.log, TOKENS.config],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (oneTimeTokens, clock, log) =>
          runPeriodically('removal of ended tokens', CLEANING_MS, () => oneTimeTokens.removeEnded(clock.now()), log),
        [TOKENS.oneTimeTokenQueries, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.routes)
      .toResolvedValue(
        (queries, personalData, cursors, throttle, unitOfWork, ...rest) => {
          const [passwords, commonPasswords, ids, clock] = rest;
          const deps = { passwords, commonPasswords, ids, clock };
          return usersRoutes({
            queries,
            createUser: makeCreateUser(deps),
            replaceUser: makeReplaceUser(deps),
            changeUser: makeChangeUser(deps),
            eraseUser: makeEraseUser(deps),
            exportUser: makeExportUser({ unitOfWork, personalData, clock }),
            cursors,
            throttle,
          });
        },
        [
          TOKENS.userQueries,
          TOKENS.personalDataQueries,
          TOKENS.cursors,
          TOKENS.throttle,
          TOKENS.unitOfWork,
          TOKENS.passwords,
          TOKENS.commonPasswords,
          TOKENS.ids,
          TOKENS.clock,
        ],
      )
      .inSingletonScope();
    bind(TOKENS.routes)
      .toResolvedValue(
        (oneTimeTokens, throttle, passwords, commonPasswords, tokens, clock) => {
          const deps = { oneTimeTokens, passwords, commonPasswords, tokens, clock };
          return mailedTokensRoutes({
            requestPasswordReset: makeRequestPasswordReset(deps),
            resetPassword: makeResetPassword(deps),
            requestEmailVerification: makeRequestEmailVerification(deps),
            verifyEmail: makeVerifyEmail(deps),
            throttle,
          });
        },
        [
          TOKENS.oneTimeTokenQueries,
          TOKENS.throttle,
          TOKENS.passwords,
          TOKENS.commonPasswords,
          TOKENS.tokens,
          TOKENS.clock,
        ],
      )
      .inSingletonScope();
  });
