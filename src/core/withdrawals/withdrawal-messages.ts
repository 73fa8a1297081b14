import type { MailLanguage } from '#core/mails/mail-language.ts';
import type { WithdrawalMailPurpose } from '#core/mails/ports.ts';
import type { WithdrawalReason } from './withdrawal.ts';

/** What a text names: the order's number as the buyer wrote it, the shop's name, and the time of the statement. */
type Named = Readonly<{ order: string; shop: string; at: string }>;

type PurposeMessages = Readonly<{ subject: (named: Named) => string; text: (named: Named) => string }>;

/** The texts of mails about withdrawals in one language. */
export type WithdrawalMessages = Readonly<Record<WithdrawalMailPurpose, PurposeMessages>> &
  Readonly<{
    statement: string;
    name: string;
    order: string;
    email: string;
    receivedAt: string;
    scope: string;
    wholeOrder: string;
    /** The buyer’s own words. */
    part: string;
    /** Why it was rejected. */
    reasons: Readonly<Partial<Record<WithdrawalReason, string>>>;
    cancelled: string;
    subscriptionEnded: string;
    sendBack: Readonly<{ buyer: string; shop: string }>;
    sendBackUntil: string;
    refundBy: (day: string) => string;
    confirm: string;
    contact: (email: string) => string;
  }>;

const en: WithdrawalMessages = {
  withdrawal_received: {
    subject: ({ order, shop }) => `We have received your withdrawal from order ${order} at ${shop}`,
    text: ({ at }) => `We have received this withdrawal from a contract on ${at}. Keep this mail as its confirmation.`,
  },
  withdrawal_unmatched: {
    subject: ({ order, shop }) => `Your withdrawal from order ${order} at ${shop}`,
    text: ({ order }) =>
      `We have found no order ${order} with this e-mail. Your withdrawal of the time below is stored. Check the number, or tell us which order you mean: it still counts from that time.`,
  },
  withdrawal_unverified: {
    subject: ({ order, shop }) => `Your withdrawal from order ${order} at ${shop}`,
    text: ({ order }) =>
      `We will cancel what was not sent of your order ${order}. Anybody could have sent this withdrawal, so we check it first. It is faster if you declare it here once more; it counts from the time below in any case.`,
  },
  withdrawal_accepted: {
    subject: ({ order, shop }) => `Your withdrawal from order ${order} at ${shop} is accepted`,
    text: ({ order }) => `We have accepted your withdrawal from order ${order}:`,
  },
  withdrawal_rejected: {
    subject: ({ order, shop }) => `Your withdrawal from order ${order} at ${shop} is not possible`,
    text: ({ order }) => `We cannot accept your withdrawal from order ${order}.`,
  },
  statement: 'Your statement',
  name: 'Name',
  order: 'Order',
  email: 'E-mail',
  receivedAt: 'Received',
  scope: 'You withdraw from',
  wholeOrder: 'the whole order',
  part: 'In your words',
  reasons: {
    not_applicable: 'There is no right of withdrawal for this order.',
    business: 'It was ordered by a business; only consumers have the right of withdrawal.',
    exempt: 'What you want to withdraw from is exempt from the right of withdrawal, as was shown before the order.',
    period_ended: 'The withdrawal period had ended.',
    nothing_left: 'What you want to withdraw from was withdrawn, cancelled or returned already.',
  },
  cancelled: 'What was not sent is cancelled.',
  subscriptionEnded: 'Your subscription has ended.',
  sendBack: {
    buyer: 'Please send the goods back. You bear the direct cost of sending them back.',
    shop: 'Please send the goods back. We bear the cost of sending them back.',
  },
  sendBackUntil: 'Send them without delay, and at the latest 14 days after your withdrawal.',
  refundBy: (day) =>
    `We refund your payment the way you paid, at the latest on ${day}. For goods that were sent, we may wait until they have come back, or until you have shown that you have sent them.`,
  confirm: 'Declare the withdrawal',
  contact: (email) => `Questions? Write to ${email}.`,
};

const de: WithdrawalMessages = {
  withdrawal_received: {
    subject: ({ order, shop }) => `Wir haben Ihren Widerruf der Bestellung ${order} bei ${shop} erhalten`,
    text: ({ at }) =>
      `Wir haben diesen Widerruf eines Vertrags am ${at} erhalten. Bewahren Sie diese E-Mail als Bestätigung auf.`,
  },
  withdrawal_unmatched: {
    subject: ({ order, shop }) => `Ihr Widerruf der Bestellung ${order} bei ${shop}`,
    text: ({ order }) =>
      `Wir haben keine Bestellung ${order} mit dieser E-Mail-Adresse gefunden. Ihr Widerruf mit dem Zeitpunkt unten ist gespeichert. Prüfen Sie die Nummer, oder schreiben Sie uns, welche Bestellung Sie meinen: Er zählt weiterhin ab diesem Zeitpunkt.`,
  },
  withdrawal_unverified: {
    subject: ({ order, shop }) => `Ihr Widerruf der Bestellung ${order} bei ${shop}`,
    text: ({ order }) =>
      `Wir stornieren, was von Ihrer Bestellung ${order} noch nicht versandt ist. Diesen Widerruf könnte jeder gesendet haben, daher prüfen wir ihn zuerst. Schneller geht es, wenn Sie ihn hier noch einmal erklären; er zählt in jedem Fall ab dem Zeitpunkt unten.`,
  },
  withdrawal_accepted: {
    subject: ({ order, shop }) => `Ihr Widerruf der Bestellung ${order} bei ${shop} ist angenommen`,
    text: ({ order }) => `Wir haben Ihren Widerruf der Bestellung ${order} angenommen:`,
  },
  withdrawal_rejected: {
    subject: ({ order, shop }) => `Ihr Widerruf der Bestellung ${order} bei ${shop} ist nicht möglich`,
    text: ({ order }) => `Wir können Ihren Widerruf der Bestellung ${order} nicht annehmen.`,
  },
  statement: 'Ihre Erklärung',
  name: 'Name',
  order: 'Bestellung',
  email: 'E-Mail',
  receivedAt: 'Eingegangen',
  scope: 'Sie widerrufen',
  wholeOrder: 'die ganze Bestellung',
  part: 'In Ihren Worten',
  reasons: {
    not_applicable: 'Für diese Bestellung besteht kein Widerrufsrecht.',
    business: 'Ein Unternehmen hat bestellt; nur Verbraucher haben ein Widerrufsrecht.',
    exempt: 'Was Sie widerrufen möchten, ist vom Widerrufsrecht ausgenommen, wie vor der Bestellung angegeben.',
    period_ended: 'Die Widerrufsfrist war abgelaufen.',
    nothing_left: 'Was Sie widerrufen möchten, ist bereits widerrufen, storniert oder zurückgesandt.',
  },
  cancelled: 'Was noch nicht versandt war, ist storniert.',
  subscriptionEnded: 'Ihr Abonnement ist beendet.',
  sendBack: {
    buyer: 'Bitte senden Sie die Waren zurück. Sie tragen die unmittelbaren Kosten der Rücksendung.',
    shop: 'Bitte senden Sie die Waren zurück. Wir tragen die Kosten der Rücksendung.',
  },
  sendBackUntil: 'Senden Sie sie unverzüglich ab, spätestens 14 Tage nach Ihrem Widerruf.',
  refundBy: (day) =>
    `Wir erstatten Ihre Zahlung auf dem Weg, auf dem Sie gezahlt haben, spätestens am ${day}. Bei versandten Waren dürfen wir warten, bis sie zurück sind oder Sie nachgewiesen haben, dass Sie sie abgesandt haben.`,
  confirm: 'Widerruf erklären',
  contact: (email) => `Fragen? Schreiben Sie an ${email}.`,
};

export const WITHDRAWAL_MESSAGES: Readonly<Record<MailLanguage, WithdrawalMessages>> = { en, de };
