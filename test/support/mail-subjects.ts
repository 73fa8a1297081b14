import type { MailRequest } from '#core/mails/ports.ts';

/** What a requested mail is about: an e-mail, an order, an invoice, a subscription, a withdrawal, a cart or a payment link. */
export const subjectOf = (request: MailRequest): string => {
  if ('emailKey' in request) return request.emailKey;
  if ('withdrawalId' in request) return request.withdrawalId;
  if ('paymentLinkId' in request) return request.paymentLinkId;
  if ('cartId' in request) return request.cartId;
  return 'orderId' in request ? request.orderId : request.aboutId;
};
