import type { BearerTokens } from '#core/access/bearer-tokens.ts';
import type { Clock } from '#core/shared/clock.ts';
import { emailKey as keyOf } from '#core/shared/email-key.ts';
import { Lease } from '#core/shared/lease.ts';
import type { Log } from '#core/shared/log.ts';
import type { Mail, Mailer } from '#core/shared/mailer.ts';
import type { Transaction, UnitOfWork } from '#core/storage.ts';
import type { ClaimedMailRequest, MailQueue } from '../mail-request.ts';
import { type MailPages, noticeMail, TOKEN_LIFETIME_MS, tokenMail } from '../mails.ts';
import type { TokenPurpose } from '../one-time-token.ts';
import type { User } from '../user.ts';

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

/** The mail; undefined if there is nothing to send. */
const prepare = (deps: Deps, request: ClaimedMailRequest): Mail | undefined | Promise<Mail | undefined> => {
  const { purpose, emailKey } = request;
  switch (purpose) {
    case 'password_reset':
    case 'email_verification':
      return deps.unitOfWork.run(async (tx) => {
        const found = await tx.users.findByEmail(emailKey);
        const user = found && (await tx.users.lock(found.id));
        if (user?.status !== 'active' || keyOf(user.email) !== emailKey) return undefined;
        return mailToken(tx, deps, { purpose, user, email: user.email });
      });
    case 'email_change':
      return deps.unitOfWork.run((tx) => confirmNewEmail(tx, deps, request));
    default:
      return noticeMail(emailKey, purpose);
  }
};

/** The mail to a pending e-mail: a token, or a notice if the e-mail has an account already. */
const confirmNewEmail = async (
  tx: Transaction,
  deps: Deps,
  { emailKey, userId }: ClaimedMailRequest,
): Promise<Mail | undefined> => {
  const user = userId === null ? undefined : await tx.users.lock(userId);
  if (user?.status !== 'active' || user.pendingEmail === null) return undefined;
  const email = user.pendingEmail;
  if (keyOf(email) !== emailKey) return undefined;
  const holder = await tx.users.findByEmail(emailKey);
  if (holder === undefined) return mailToken(tx, deps, { purpose: 'email_change', user, email });
  return holder.status === 'active' ? noticeMail(holder.email, 'email_taken') : undefined;
};

/** The mail with a new token, which replaces earlier ones. */
const mailToken = async (
  tx: Transaction,
  { tokens, clock, pages }: Deps,
  { purpose, user, email }: Readonly<{ purpose: TokenPurpose; user: User; email: string }>,
): Promise<Mail> => {
  const { token, hash } = tokens.make(purpose === 'password_reset' ? 'cpr' : 'cpv');
  const expiresAt = new Date(clock.now().getTime() + TOKEN_LIFETIME_MS[purpose]);
  await tx.oneTimeTokens.add({ hash, purpose, userId: user.id, emailKey: keyOf(email), expiresAt });
  return tokenMail({ email }, { purpose, token, pages });
};
