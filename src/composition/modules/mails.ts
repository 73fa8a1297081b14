import { untilEmpty } from '#adapters/system/periodic-task.ts';
import { mailGauges } from '#core/mails/mail-gauges.ts';
import { makeSendMails } from '#core/mails/use-cases/send-mails.ts';
import { makePrepareOrderMail } from '#core/orders/use-cases/prepare-order-mail.ts';
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

/** The queue of mails about accounts and orders. */
export const mailsModule: readonly Binding[] = [
  provide(
    BACKGROUND.workers,
    inject(
      { unitOfWork, mailQueue, mailer, tokens, orderLinks, shop, systemClock, log, config },
      ({ config: { mailPages, orderMails }, ...deps }) => {
        const prepareAccountMail = makePrepareAccountMail({ ...deps, pages: mailPages });
        const prepareOrderMail = makePrepareOrderMail({ ...deps, ...orderMails });
        const run = untilEmpty(makeSendMails({ ...deps, prepareAccountMail, prepareOrderMail }));
        return [{ name: 'sending of mails', intervalMs: 500, run }];
      },
    ),
  ),
  provide(HTTP.gauges, inject({ mailQueue, systemClock }, mailGauges)),
];
