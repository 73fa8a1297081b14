import type { MailBudget, MailRequest } from './ports.ts';

/**
 * Which mails are limited: those that anybody but the staff has caused, to an e-mail that nobody has proved to be that of the
 * account or the order. All count for the network of who has caused them, and for the e-mail by these budgets. What lets the
 * owner of an account in has budgets of its own, so that nobody uses them up by orders or sign-ups. Withdrawals count here only if
 * the buyer has stated them, to the buyer's e-mail; others use up nothing that the buyer gets. Null: the mail is counted when it
 * is requested, and refused there; none that was admitted is held back, since it was counted for the e-mail.
 */
export const MAIL_BUDGETS: Readonly<Record<MailRequest['purpose'], MailBudget | null>> = {
  password_reset: null,
  invitation: null,
  email_verification: 'verification',
  email_change: 'anybody',
  email_change_requested: 'anybody',
  email_changed: 'anybody',
  password_changed: 'anybody',
  api_key_created: 'anybody',
  webhook_created: 'anybody',
  webhook_changed: 'anybody',
  second_factor_added: 'anybody',
  second_factor_removed: 'anybody',
  recovery_code_used: 'anybody',
  recovery_codes_renewed: 'anybody',
  sign_up_repeated: 'anybody',
  order_confirmation: 'anybody',
  shipment: 'anybody',
  cancellation: 'anybody',
  refund: 'anybody',
  invoice: null,
  receipt: 'anybody',
  payment_failed: 'anybody',
  trial_ending: 'anybody',
  withdrawal_received: 'anybody',
  withdrawal_unmatched: 'anybody',
  withdrawal_unverified: 'anybody',
  withdrawal_accepted: 'anybody',
  withdrawal_rejected: 'anybody',
  payment_link: null,
  cart_reminder: null,
};
