import type { englishWithdrawals } from './en-withdrawals.ts';

/** The German texts of the screens of withdrawals. */
export const germanWithdrawals: typeof englishWithdrawals = {
  withdrawals: {
    empty: 'Es gibt keinen Widerruf. Was Verbraucher im Shop erklären, erscheint hier.',
    title: 'Widerruf der Bestellung {number}',
    titleOfName: 'Widerruf von {name}',
    statement: 'Erklärung',
    wholeOrder: 'Die ganze Bestellung',
    processing: 'Er ist eben eingegangen; über ihn wird nach den Bedingungen der Bestellung entschieden.',
    state: 'Widerruf erfassen',
    stateExplained:
      'Für einen Käufer, der per Brief, Telefon oder E-Mail widerrufen hat. Er zählt ab jetzt, wird per E-Mail bestätigt, und es wird sofort nach den Bedingungen der Bestellung über ihn entschieden.',
    emailHint: 'Wohin er bestätigt wird. Leer: die E-Mail der Bestellung.',
    stated: 'Der Widerruf wurde erfasst.',
    accept: 'Annehmen',
    acceptExplained:
      'Was nicht versandt ist, wird sofort storniert und erstattet. Was versandt ist, kommt in einer genehmigten Retoure zurück und wird mit deren Eingang erstattet. Der Käufer erhält eine E-Mail. Das kann nicht rückgängig gemacht werden.',
    accepted: 'Der Widerruf wurde angenommen.',
    reject: 'Ablehnen',
    rejectExplained:
      'Die Bestellung bleibt, wie sie ist, und der Käufer erhält eine E-Mail. Das Widerrufsrecht ist gesetzlich: Lehnen Sie nur ab, was es nicht umfasst. Sie können ihn später noch annehmen.',
    rejected: 'Der Widerruf wurde abgelehnt.',
    findOrder: 'Bestellung dazu finden',
    searchOrder: 'Nummer der Bestellung, E-Mail oder SKU',
    nothingKept: 'Von der Bestellung ist nichts übrig, das widerrufen werden könnte.',
    noRight: 'Der Käufer hat kein Widerrufsrecht.',
    notBegun: 'Der Käufer kann widerrufen. Die Frist beginnt, sobald alles geliefert ist.',
    until: 'Der Käufer kann widerrufen bis zum',
    ended: 'Die Widerrufsfrist endete am',
    exempt: 'Ausgenommen:',
    refundUntil: 'Zu erstatten spätestens am',
    reasons: {
      unmatched:
        'Keine Bestellung hat diese Nummer und diese E-Mail. Finden Sie die Bestellung, oder lehnen Sie ihn ab.',
      unverified:
        'Er würde stornieren, was nicht versandt ist, und jeder könnte ihn erklärt haben: Der Käufer war weder angemeldet noch ist er dem Link einer E-Mail gefolgt. Nehmen Sie ihn an, wenn Sie wissen, dass er vom Käufer ist.',
      needs_review: 'Der Käufer hat in Worten beschrieben, welcher Teil gemeint ist. Wählen Sie die Positionen.',
      blocked:
        'Eine Zahlung oder Erstattung der Bestellung läuft oder ist strittig. Es wird von selbst erneut versucht.',
      not_applicable: 'Für diese Bestellung besteht kein Widerrufsrecht.',
      business:
        'Bestellt wurde mit einer Steuernummer, also von einem Unternehmen; nur Verbraucher haben ein Widerrufsrecht.',
      exempt: 'Was erklärt wurde, ist vom Widerrufsrecht ausgenommen.',
      period_ended: 'Die Frist war abgelaufen, als er erklärt wurde.',
      nothing_left: 'Was erklärt wurde, ist bereits widerrufen, storniert oder zurückgesandt.',
      rejected_by_shop: 'Der Shop hat ihn abgelehnt.',
    },
  },
};
