import type { MailRequest } from '#core/mails/ports.ts';

/** What a requested mail is about: an e-mail, an order, an invoice or a subscription. */
export const subjectOf = (request: MailRequest): string => {
  if ('emailKey' in request) return request.emailKey;
  return 'orderId' in request ? request.orderId : request.aboutId;
};
