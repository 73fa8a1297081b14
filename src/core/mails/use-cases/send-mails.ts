import type { SystemClock } from '#core/shared/clock.ts';
import { Lease } from '#core/shared/lease.ts';
import type { Log } from '#core/shared/log.ts';
import type { Mail, Mailer } from '#core/shared/mail.ts';
import type {
  AccountMailRequest,
  BillingMailRequest,
  ClaimedMailRequest,
  MailQueue,
  OrderMailRequest,
  WithdrawalMailRequest,
} from '../ports.ts';

/** Sends due mails. @returns the number. */
export type SendMails = () => Promise<number>;

/** The mail of a request as of now; undefined if there is nothing to send any more. */
export type PrepareMail<Request> = (request: Request) => Promise<Mail | undefined>;

type Deps = Readonly<{
  mailQueue: MailQueue;
  mailer: Mailer;
  prepareAccountMail: PrepareMail<AccountMailRequest>;
  prepareOrderMail: PrepareMail<OrderMailRequest>;
  prepareBillingMail: PrepareMail<BillingMailRequest>;
  prepareWithdrawalMail: PrepareMail<WithdrawalMailRequest>;
  systemClock: SystemClock;
  log: Log;
}>;

const BATCH_SIZE = 10;

/** The lease of a claimed mail: longer than the mail server may take. */
const LEASE_MS = 120_000;

/** Doubled with every attempt up to an hour. */
const INITIAL_BACKOFF_MS = 15_000;
const MAX_BACKOFF_MS = 3_600_000;

/** Of mails with a token: the last is half an hour after the first, while most tokens would still be valid. */
const MAX_ACCOUNT_ATTEMPTS = 8;

/** Of others: the last is a day after the first. */
const MAX_ATTEMPTS = 32;

export const makeSendMails =
  (deps: Deps): SendMails =>
  async () => {
    const at = deps.systemClock.now();
    const until = Lease.end(at, LEASE_MS);
    const requests = await deps.mailQueue.claim({ at, until, limit: BATCH_SIZE });
    await Promise.all(requests.map((request) => sendRequested(deps, request)));
    return requests.length;
  };

const sendRequested = async (deps: Deps, request: ClaimedMailRequest): Promise<void> => {
  const { mailQueue, mailer, systemClock, log } = deps;
  try {
    const mail = await prepare(deps, request);
    if (mail !== undefined) await mailer.send(mail);
  } catch (error) {
    const { purpose, attempts } = request;
    const fields = { purpose, ...subjectOf(request), attempts };
    if (attempts < ('emailKey' in request ? MAX_ACCOUNT_ATTEMPTS : MAX_ATTEMPTS)) {
      log.warn({ err: error, ...fields }, 'mail sending failed; retrying');
      const backoffMs = Math.min(INITIAL_BACKOFF_MS * 2 ** (attempts - 1), MAX_BACKOFF_MS);
      await mailQueue.postpone(request, new Date(systemClock.now().getTime() + backoffMs));
      return;
    }
    log.error({ err: error, ...fields }, 'mail sending failed; giving up');
  }
  await mailQueue.remove(request);
};

/** What the log says of a request. */
const subjectOf = (request: ClaimedMailRequest): object => {
  if ('orderId' in request) return { order_id: request.orderId };
  if ('withdrawalId' in request) return { resource_id: request.withdrawalId };
  return 'aboutId' in request ? { resource_id: request.aboutId } : {};
};

const prepare = (deps: Deps, request: ClaimedMailRequest): Promise<Mail | undefined> => {
  if ('orderId' in request) return deps.prepareOrderMail(request);
  if ('withdrawalId' in request) return deps.prepareWithdrawalMail(request);
  return 'aboutId' in request ? deps.prepareBillingMail(request) : deps.prepareAccountMail(request);
};
