import { untilEmpty } from '#adapters/system/periodic-task.ts';
import { mailGauges } from '#core/mails/mail-gauges.ts';
import { makeSendMails } from '#core/mails/use-cases/send-mails.ts';
import { makePrepareOrderMail } from '#core/orders/use-cases/prepare-order-mail.ts';
import { makePrepareBillingMail } from '#core/subscriptions/use-cases/prepare-billing-mail.ts';
import { makePrepareAccountMail } from '#core/users/use-cases/prepare-account-mail.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, inject, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { systemClock, log, config, tokens, mailer, orderLinks } = SYSTEM;
const { unitOfWork, mailQueue } = STORAGE;
const shop = SHOP.cache;

/** The queue of mails about accounts, orders and billing. */
export const mailsModule = (publicUrl: () => string): readonly Binding[] => [
  provide(
    BACKGROUND.workers,
    inject(
      { unitOfWork, mailQueue, mailer, tokens, orderLinks, shop, systemClock, log, config },
      ({ config: { mailPages, shopMails }, ...deps }) => {
        const pages = () => ({ ...mailPages, invitation: `${publicUrl()}/dashboard/accept-invitation` });
        const { language, orderPage, billingPage } = shopMails;
        const prepareAccountMail = makePrepareAccountMail({ ...deps, pages });
        const prepareOrderMail = makePrepareOrderMail({ ...deps, language, page: orderPage });
        const prepareBillingMail = makePrepareBillingMail({ ...deps, language, page: billingPage });
        const prepare = { prepareAccountMail, prepareOrderMail, prepareBillingMail };
        const run = untilEmpty(makeSendMails({ ...deps, ...prepare }));
        return [{ name: 'sending of mails', intervalMs: 500, run }];
      },
    ),
  ),
  provide(HTTP.gauges, inject({ mailQueue, systemClock }, mailGauges)),
];
