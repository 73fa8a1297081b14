import type { SystemClock } from '#core/shared/clock.ts';
import { Lease } from '#core/shared/lease.ts';
import type { Log } from '#core/shared/log.ts';
import type { Mail, Mailer } from '#core/shared/mail.ts';
import { MAIL_BUDGETS } from '../mail-budgets.ts';
import type {
  AccountMailRequest,
  BillingMailRequest,
  CartMailRequest,
  ClaimedMailRequest,
  Counted,
  MailLimit,
  MailQueue,
  MailRequest,
  OrderMailRequest,
  PaymentLinkMailRequest,
  WithdrawalMailRequest,
} from '../ports.ts';

/** Sends due mails. @returns the number. */
export type SendMails = () => Promise<number>;

/** A mail that is limited if it counts for anything. */
export type PreparedMail = Mail &
  Readonly<{
    /** Who has caused a mail to an e-mail that nobody has proved; null for other mails. */
    client: string | null;
    /** What it counts for besides the client; for its e-mail, by the budget of its purpose, if omitted. */
    counted?: Omit<Counted, 'client'>;
    /** Notes that a limited mail is left out; one that must not be is sent later. */
    leaveOut?: () => Promise<void>;
  }>;

/** The client that a mail about an account counts for; null if it is not limited. */
export type LimitAccountMail = (request: AccountMailRequest) => Promise<string | null>;

/** The mail of a request as of now; undefined if there is nothing to send any more. */
export type PrepareMail<Request, Prepared = PreparedMail> = (request: Request) => Promise<Prepared | undefined>;

type Deps = Readonly<{
  mailQueue: MailQueue;
  mailer: Mailer;
  limitAccountMail: LimitAccountMail;
  prepareAccountMail: PrepareMail<AccountMailRequest, Mail>;
  prepareOrderMail: PrepareMail<OrderMailRequest>;
  prepareBillingMail: PrepareMail<BillingMailRequest>;
  prepareWithdrawalMail: PrepareMail<WithdrawalMailRequest>;
  preparePaymentLinkMail: PrepareMail<PaymentLinkMailRequest>;
  prepareCartMail: PrepareMail<CartMailRequest>;
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

/** How long a mail waits for a limit: more than a day lets go is caused by nobody who wants to read it. */
const MAX_WAIT_MS = 24 * 3_600_000;

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
      const now = systemClock.now().getTime();
      if (now - request.requestedAt.getTime() < MAX_WAIT_MS) {
        await mailQueue.defer(request, new Date(now + waitSeconds * 1_000));
        return;
      }
      log.warn(
        { purpose: request.purpose, ...subjectOf(request) },
        'a mail is left out: it waited a day for its limit',
      );
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
  if ('emailKey' in request) return sendAccountMail(deps, request);
  const prepared = await prepare(deps, request);
  if (prepared === undefined) return 0;
  const { client, counted, leaveOut, ...mail } = prepared;
  const waitSeconds =
    counted === undefined
      ? await secondsToWait(deps, request.purpose, { email: mail.to, client })
      : await deps.mailLimit.take({ ...counted, client });
  if (waitSeconds > 0 && leaveOut === undefined) return waitSeconds;
  await (waitSeconds > 0 ? leaveOut?.() : deps.mailer.send(mail));
  return 0;
};

/** Counts the mail before it is written: its token would end the one that was mailed before. */
const sendAccountMail = async (deps: Deps, request: AccountMailRequest): Promise<number> => {
  const client = await deps.limitAccountMail(request);
  const waitSeconds = await secondsToWait(deps, request.purpose, { email: request.emailKey, client });
  if (waitSeconds > 0) return waitSeconds;
  const mail = await deps.prepareAccountMail(request);
  if (mail !== undefined) await deps.mailer.send(mail);
  return 0;
};

const secondsToWait = (
  { mailLimit }: Deps,
  purpose: MailRequest['purpose'],
  { email, client }: Readonly<{ email: string; client: string | null }>,
): Promise<number> | number => {
  const budget = MAIL_BUDGETS[purpose];
  return client === null || budget === null ? 0 : mailLimit.take({ recipient: email, client, budget });
};

/** What the log says of a request. */
const subjectOf = (request: ClaimedMailRequest): object => {
  if ('orderId' in request) return { order_id: request.orderId };
  if ('withdrawalId' in request) return { resource_id: request.withdrawalId };
  if ('paymentLinkId' in request) return { resource_id: request.paymentLinkId };
  if ('cartId' in request) return { resource_id: request.cartId };
  return 'aboutId' in request ? { resource_id: request.aboutId } : {};
};

const prepare = (deps: Deps, request: Exclude<MailRequest, AccountMailRequest>): Promise<PreparedMail | undefined> => {
  if ('orderId' in request) return deps.prepareOrderMail(request);
  if ('withdrawalId' in request) return deps.prepareWithdrawalMail(request);
  if ('paymentLinkId' in request) return deps.preparePaymentLinkMail(request);
  if ('cartId' in request) return deps.prepareCartMail(request);
  return deps.prepareBillingMail(request);
};
