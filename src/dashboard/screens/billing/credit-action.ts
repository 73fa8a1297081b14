import type { Schemas } from '../../api/request.ts';
import type { Action } from '../../form/action-button.tsx';
import { sendFields } from '../../form/send-action.ts';
import { money } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';

/** Takes an amount off what is due of an invoice. */
export const creditAction = ({ id, actions, amount_due: due, currency }: Schemas['Invoice']): Action => ({
  label: t().creditNotes.create,
  scope: 'invoices:write',
  isAllowed: actions.includes('credit'),
  explanation: t().creditNotes.explained,
  fields: [
    { name: 'amount', kind: 'money', hint: fill(t().creditNotes.amountHint, { amount: money(due, currency) }) },
    { name: 'reason', kind: 'choice', values: ['correction', 'goodwill'], isRequired: true },
    { name: 'note', kind: 'text', hint: t().creditNotes.noteHint },
  ],
  initial: { reason: 'correction' },
  run: sendFields('post', '/api/credit_notes', { body: { invoice_id: id } }),
  done: t().creditNotes.created,
});
