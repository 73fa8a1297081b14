import type { PaymentLinkMailRequest } from '#core/mails/ports.ts';
import type { PrepareMail } from '#core/mails/use-cases/send-mails.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopQueries, ShopRulesQueries } from '#core/shop/ports.ts';
import { Payable } from '../../payable.ts';
import type { PaymentsTx } from '../../ports.ts';
import type { PaymentLinkId } from '../payment-link.ts';
import { paymentLinkMail } from '../payment-link-mail.ts';
import { recipientOf } from '../recipient.ts';

/** The address of the page of a link. */
export type PaymentLinkUrl = (id: PaymentLinkId) => string;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<PaymentsTx>;
  shop: ShopQueries;
  rules: ShopRulesQueries;
  paymentLinkUrl: PaymentLinkUrl;
}>;

/** Writes the mail with a payment link, from what is paid as it is when it is sent. */
export const makePreparePaymentLinkMail =
  ({ unitOfWork, shop, rules, paymentLinkUrl }: Deps): PrepareMail<PaymentLinkMailRequest> =>
  async ({ paymentLinkId: id, client }) => {
    const found = await unitOfWork.run((tx) => findPayable(tx, id));
    if (found === undefined) return undefined;
    const [shown, { mail_language: language }] = await Promise.all([shop.get(), rules.get()]);
    return { ...paymentLinkMail({ ...found, shop: shown, language, url: paymentLinkUrl(id) }), client };
  };

/** Nothing is sent of a link that was deactivated, or if nothing is to be paid any more. */
const findPayable = async (
  tx: PaymentsTx,
  id: PaymentLinkId,
): Promise<Readonly<{ payable: Payable; to: string }> | undefined> => {
  const link = await tx.paymentLinks.find(id);
  const payable = link?.isActive ? await Payable.find(tx, link.payableId) : undefined;
  if (payable === undefined || !Payable.allows(payable)) return undefined;
  const to = await recipientOf(tx, payable);
  return to === null ? undefined : { payable, to };
};
