import Joi from 'joi';
import type { InvoiceId } from '#core/invoices/invoice.ts';
import type { OrderId } from '#core/orders/order.ts';
import type { PaymentLinkEventView, PaymentLinkView } from '#core/payments/links/payment-link.ts';
import { timelineActor } from '../schemas/actor.ts';
import { eventOf } from '../schemas/event.ts';
import { idOf, pageOf, referenceTo, time } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const ONE_PAYABLE = 'must have either an order_id or an invoice_id';

type PaymentLinkInput = Readonly<{ order_id?: OrderId; invoice_id?: InvoiceId; send?: boolean }>;

export const paymentLinkInput = objectOf<PaymentLinkInput>({
  order_id: idOf('ord').description('The order to pay.'),
  invoice_id: referenceTo('inv').description('Instead of an order: the finalized invoice to pay.'),
  send: Joi.boolean().default(false).description('Whether to mail it to the buyer.').example(false),
})
  .xor('order_id', 'invoice_id')
  .messages({ 'object.missing': ONE_PAYABLE, 'object.xor': ONE_PAYABLE })
  .id('PaymentLinkInput')
  .description('What the link is for.');

const eventFields = {
  order_id: required(idOf('ord').allow(null), 'The order; null for a link to an invoice.'),
  invoice_id: required(idOf('inv').allow(null), 'The invoice; null for a link to an order.', null),
  active: required(
    Joi.boolean(),
    'Whether it was not deactivated. What it is for may be paid or cancelled nevertheless.',
    true,
  ),
  sent_at: required(time().allow(null), 'When it was last asked to be mailed to the buyer.', null),
};

export const paymentLinkSchema = resourceSchema<PaymentLinkView>('payment_link', 'plink', {
  ...eventFields,
  created_by: timelineActor('session').description('Who created it.'),
  url: required(
    Joi.string().uri(),
    'The page where it is paid. Whoever has the address may pay, and do nothing else.',
    'https://api.shop.example/pay/cpp_01h455vb4pex5vsknk084sn02q_c2lnbmF0dXJlb2ZsaW5rcw',
  ),
})
  .id('PaymentLink')
  .description('A page where whoever has its address pays an order or an invoice.');

export const paymentLinkPageSchema = pageOf('PaymentLinkList', paymentLinkSchema);

export const paymentLinkEvents = {
  payment_link: eventOf(
    resourceSchema<PaymentLinkEventView>('payment_link', 'plink', eventFields)
      .id('PaymentLinkWithoutUrl')
      .description('A payment link as its events show it.'),
  )
    .id('PaymentLinkEvent')
    .description('An event of a payment link.'),
};
