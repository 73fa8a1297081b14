import type { Schemas } from '../../api/request.ts';
import type { Action } from '../../form/action-button.tsx';
import { sendFixed } from '../../form/send-action.ts';
import { fill, t } from '../../text/text.ts';

/** Mails an invoice to its buyer. */
export const sendInvoice = ({ id, number, status, email }: Schemas['Invoice']): Action => ({
  label: t().invoices.send,
  scope: 'invoices:write',
  isAllowed: number !== null && status !== 'void',
  explanation:
    email === null
      ? t().invoices.sendToBuyerExplained
      : fill(t().invoices.sendExplained, { email, number: number ?? '' }),
  run: sendFixed('post', '/api/invoices/{id}/send', { params: { id } }),
  done: t().invoices.sent,
});
