/** The English texts of the screens of withdrawals. */
export const englishWithdrawals = {
  withdrawals: {
    empty: 'There is no withdrawal. What consumers declare in the shop appears here.',
    title: 'Withdrawal from order {number}',
    titleOfName: 'Withdrawal of {name}',
    statement: 'Statement',
    wholeOrder: 'The whole order',
    processing: 'It was received just now, and is being decided on by the terms of the order.',
    state: 'State a withdrawal',
    stateExplained:
      'For a buyer who has withdrawn by letter, phone or e-mail. It counts from now, is confirmed by mail, and is decided on at once by the terms of the order.',
    emailHint: 'Where it is confirmed. Empty: the e-mail of the order.',
    stated: 'The withdrawal was stated.',
    accept: 'Accept',
    acceptExplained:
      'What is not sent is cancelled and refunded at once. What is sent comes back in an approved return, and is refunded when you receive it. The buyer gets a mail. This cannot be undone.',
    accepted: 'The withdrawal was accepted.',
    reject: 'Reject',
    rejectExplained:
      'The order stays as it is, and the buyer gets a mail. The right of withdrawal is statutory: reject only what it does not cover. You can still accept it later.',
    rejected: 'The withdrawal was rejected.',
    findOrder: 'Find its order',
    searchOrder: 'Number of the order, e-mail or SKU',
    nothingKept: 'Nothing is left of the order that could be withdrawn from.',
    noRight: 'The buyer has no right of withdrawal.',
    notBegun: 'The buyer may withdraw. The period begins once everything is delivered.',
    until: 'The buyer may withdraw until',
    ended: 'The period of withdrawal ended on',
    exempt: 'Exempt:',
    refundUntil: 'Refund at the latest on',
    reasons: {
      unmatched: 'No order has this number and this e-mail. Find the order, or reject it.',
      unverified:
        'It would cancel what is not sent, and anybody may have stated it: the buyer was neither signed in nor followed the link of a mail. Accept it once you know that it is from the buyer.',
      needs_review: 'The buyer has described in words which part is meant. Choose the items.',
      blocked: 'A payment or a refund of the order is in progress or disputed. It is tried again by itself.',
      not_applicable: 'There is no right of withdrawal for this order.',
      business: 'It was ordered with a tax ID, so by a business; only consumers have the right of withdrawal.',
      exempt: 'What was stated is exempt from the right of withdrawal.',
      period_ended: 'The period had ended when it was stated.',
      nothing_left: 'What was stated was withdrawn, cancelled or returned before.',
      rejected_by_shop: 'The shop has rejected it.',
    },
  },
};
