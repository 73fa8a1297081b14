import type { BearerTokens } from '#core/access/bearer-tokens.ts';
import type { Clock } from '#core/shared/clock.ts';
import { Lease } from '#core/shared/lease.ts';
import type { Log } from '#core/shared/log.ts';
import type { Mail, Mailer } from '#core/shared/mailer.ts';
import type { UnitOfWork } from '#core/storage.ts';
import type { ClaimedMailRequest, MailQueue } from '../mail-request.ts';
import { type MailPages, TOKEN_LIFETIME_MS, tokenMail } from '../mails.ts';
import { emailKey as keyOf } from '../user.ts';

/** Sends due mails, each with a new token. @returns the number. */
export type SendMails = () => Promise<number>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  mailQueue: MailQueue;
  mailer: Mailer;
  tokens: BearerTokens;
  clock: Clock;
  log: Log;
  pages: MailPages;
}>;

const BATCH_SIZE = 10;

/** The lease of a claimed mail: longer than the mail server may take. */
const LEASE_MS = 120_000;

const MAX_ATTEMPTS = 8;

/** Doubled with every attempt: the last is half an hour after the first, while most tokens would still be valid. */
const INITIAL_BACKOFF_MS = 15_000;

export const makeSendMails =
  (deps: Deps): SendMails =>
  async () => {
    const at = deps.clock.now();
    const until = Lease.end(at, LEASE_MS);
    const requests = await deps.mailQueue.claim({ at, until, limit: BATCH_SIZE });
    await Promise.all(requests.map((request) => sendRequested(deps, request)));
    return requests.length;
  };

const sendRequested = async (deps: Deps, request: ClaimedMailRequest): Promise<void> => {
  const { mailQueue, mailer, clock, log } = deps;
  try {
    const mail = await prepare(deps, request);
    if (mail !== undefined) await mailer.send(mail);
  } catch (error) {
    const { purpose, attempts } = request;
    if (attempts < MAX_ATTEMPTS) {
      log.warn({ err: error, purpose, attempts }, 'mail sending failed; retrying');
      const backoffMs = INITIAL_BACKOFF_MS * 2 ** (attempts - 1);
      await mailQueue.postpone(request.id, new Date(clock.now().getTime() + backoffMs));
      return;
    }
    log.error({ err: error, purpose, attempts }, 'mail sending failed; giving up');
  }
  await mailQueue.remove(request.id);
};

/** The mail with a new token, which replaces earlier ones; undefined for an unknown e-mail. */
const prepare = ({ unitOfWork, tokens, clock, pages }: Deps, request: ClaimedMailRequest): Promise<Mail | undefined> =>
  unitOfWork.run(async (tx) => {
    const { purpose, emailKey } = request;
    const found = await tx.users.findByEmail(emailKey);
    const user = found && (await tx.users.lock(found.id));
    if (user?.status !== 'active' || keyOf(user.email) !== emailKey) return undefined;
    const { token, hash } = tokens.make(purpose === 'password_reset' ? 'cpr' : 'cpv');
    const expiresAt = new Date(clock.now().getTime() + TOKEN_LIFETIME_MS[purpose]);
    await tx.oneTimeTokens.add({ hash, purpose, userId: user.id, emailKey, expiresAt });
    return tokenMail(user, { purpose, token, pages });
  });
