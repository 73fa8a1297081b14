import type { SystemClock } from '#core/shared/clock.ts';
import { Lease } from '#core/shared/lease.ts';
import type { Log } from '#core/shared/log.ts';
import type { Mail, Mailer } from '#core/shared/mail.ts';
import type {
  AccountMailRequest,
  BillingMailRequest,
  ClaimedMailRequest,
  MailLimit,
  MailQueue,
  OrderMailRequest,
  WithdrawalMailRequest,
} from '../ports.ts';

/** Sends due mails. @returns the number. */
export type SendMails = () => Promise<number>;

/** A mail that is limited if `unproven` says so. */
export type PreparedMail = Mail &
  Readonly<{
    unproven?: Readonly<{
      /** A digest of the network address from which it was caused; null if it is not known. */
      client: string | null;
      /** Notes that the mail is left out; one that cannot be is sent later. */
      leaveOut?: () => Promise<void>;
    }>;
  }>;

/** The mail of a request as of now; undefined if there is nothing to send any more. */
export type PrepareMail<Request> = (request: Request) => Promise<PreparedMail | undefined>;

type Deps = Readonly<{
  mailQueue: MailQueue;
  mailer: Mailer;
  prepareAccountMail: PrepareMail<AccountMailRequest>;
  prepareOrderMail: PrepareMail<OrderMailRequest>;
  prepareBillingMail: PrepareMail<BillingMailRequest>;
  prepareWithdrawalMail: PrepareMail<WithdrawalMailRequest>;
  mailLimit: MailLimit;
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
  const { mailQueue, systemClock, log } = deps;
  try {
    const waitSeconds = await sendOrWait(deps, request);
    if (waitSeconds > 0) {
      await mailQueue.defer(request, new Date(systemClock.now().getTime() + waitSeconds * 1_000));
      return;
    }
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

/** @returns 0 once nothing is to be sent any more, or else after how many seconds the limit lets the mail be sent. */
const sendOrWait = async (deps: Deps, request: ClaimedMailRequest): Promise<number> => {
  const { mailLimit, mailer } = deps;
  // a new token would end the one that was mailed before
  if ('emailKey' in request && request.limited) {
    const waitSeconds = await mailLimit.take({ email: request.emailKey, client: null });
    if (waitSeconds > 0) return waitSeconds;
  }
  const prepared = await prepare(deps, request);
  if (prepared === undefined) return 0;
  const { unproven, ...mail } = prepared;
  const waitSeconds = unproven === undefined ? 0 : await mailLimit.take({ email: mail.to, client: unproven.client });
  if (waitSeconds > 0 && unproven?.leaveOut === undefined) return waitSeconds;
  await (waitSeconds > 0 ? unproven?.leaveOut?.() : mailer.send(mail));
  return 0;
};

/** What the log says of a request. */
const subjectOf = (request: ClaimedMailRequest): object => {
  if ('orderId' in request) return { order_id: request.orderId };
  if ('withdrawalId' in request) return { resource_id: request.withdrawalId };
  return 'aboutId' in request ? { resource_id: request.aboutId } : {};
};

const prepare = (deps: Deps, request: ClaimedMailRequest): Promise<PreparedMail | undefined> => {
  if ('orderId' in request) return deps.prepareOrderMail(request);
  if ('withdrawalId' in request) return deps.prepareWithdrawalMail(request);
  return 'aboutId' in request ? deps.prepareBillingMail(request) : deps.prepareAccountMail(request);
};
