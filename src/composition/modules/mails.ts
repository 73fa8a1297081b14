import { makeMailLimit } from '#adapters/http/admission/mail-limit.ts';
import { untilEmpty } from '#adapters/system/periodic-task.ts';
import { makePrepareCartMail } from '#core/carts/use-cases/prepare-cart-mail.ts';
import { mailGauges } from '#core/mails/mail-gauges.ts';
import { makeSendMails } from '#core/mails/use-cases/send-mails.ts';
import { makePrepareOrderMail } from '#core/orders/use-cases/prepare-order-mail.ts';
import { makePreparePaymentLinkMail } from '#core/payments/links/use-cases/prepare-payment-link-mail.ts';
import { makePrepareBillingMail } from '#core/subscriptions/use-cases/prepare-billing-mail.ts';
import { makeLimitAccountMail } from '#core/users/use-cases/limit-account-mail.ts';
import { makePrepareAccountMail } from '#core/users/use-cases/prepare-account-mail.ts';
import { makePrepareWithdrawalMail } from '#core/withdrawals/use-cases/prepare-withdrawal-mail.ts';
import { makeWithdrawalLink } from '#core/withdrawals/withdrawal-link.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, provide } from '../injection.ts';
import { CARTS } from '../tokens/carts.ts';
import { HTTP } from '../tokens/http.ts';
import { INVOICES } from '../tokens/invoices.ts';
import { PAYMENTS } from '../tokens/payments.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, ids, log, tokens, mailer, orderLinks, encryption } = SYSTEM;
const { unitOfWork, mailQueue, shopRulesQueries: rules } = STORAGE;
const shop = SHOP.cache;

/** The queue of mails about accounts, orders, billing and withdrawals. */
export const mailsModule = (publicUrl: () => string): readonly Binding[] => [
  provide(
    BACKGROUND.workers,
    {
      ...{ unitOfWork, mailQueue, mailer, tokens, orderLinks, shop, rules, clock, systemClock, ids, log, encryption },
      rateLimiter: HTTP.rateLimiter,
      paymentLinkUrl: PAYMENTS.paymentLinkUrl,
      ...{ cartQueries: STORAGE.cartQueries, orderQueries: STORAGE.orderQueries, priceContents: CARTS.priceContents },
      renderFile: INVOICES.renderFile,
    },
    ({ rateLimiter, encryption, ...deps }) => {
      const mailLimit = makeMailLimit({ rateLimiter, digest: encryption.digest });
      const dashboard = () => `${publicUrl()}/dashboard`;
      const withdrawalLink = makeWithdrawalLink({ ...deps, withdrawalPage: () => `${publicUrl()}/withdraw` });
      const prepare = {
        limitAccountMail: makeLimitAccountMail(deps),
        prepareAccountMail: makePrepareAccountMail({ ...deps, dashboard }),
        prepareOrderMail: makePrepareOrderMail({ ...deps, withdrawalLink }),
        prepareBillingMail: makePrepareBillingMail(deps),
        prepareWithdrawalMail: makePrepareWithdrawalMail({ ...deps, withdrawalLink }),
        preparePaymentLinkMail: makePreparePaymentLinkMail(deps),
        prepareCartMail: makePrepareCartMail(deps),
      };
      const run = untilEmpty(makeSendMails({ ...deps, ...prepare, mailLimit }));
      return [{ name: 'sending of mails', intervalMs: 500, run }];
    },
  ),
  provide(HTTP.gauges, { mailQueue, systemClock }, mailGauges),
];
