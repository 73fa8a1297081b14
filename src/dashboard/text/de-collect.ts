import type { englishCollect } from './en-collect.ts';

/** The German texts of the dialog that collects a payment. */
export const germanCollect: typeof englishCollect = {
  collect: {
    title: 'Zahlung einziehen',
    question: 'Wie wird bezahlt?',
    ways: { manual: 'Als bezahlt markieren', link: 'Zahlungslink senden', test: 'Testkarte' },
    manualExplained: 'Für Geld, das bar, per Überweisung oder auf andere Weise eingegangen ist.',
    reference: 'Verwendungszweck oder Notiz',
    recorded: 'Die Zahlung wurde erfasst.',
    testExplained: 'Bezahlt über die Sandbox, die kein Geld bewegt.',
    outcome: 'Ergebnis',
    outcomes: {
      tok_success: 'Die Zahlung gelingt',
      tok_declined: 'Die Bank lehnt sie ab',
      tok_requires_action: 'Die Bank verlangt eine Bestätigung des Käufers',
    },
    pay: 'Bezahlen',
    linkExplained: 'Wer den Link hat, kann auf einer Seite des Shops und ohne Konto bezahlen, was noch offen ist.',
    recipient: 'Eine E-Mail geht an {email}.',
    createAndSend: 'Per E-Mail senden',
    create: 'Link erstellen',
    sendAgain: 'Erneut senden',
    links: 'Aktive Links',
    sent: 'Der Link wurde gesendet.',
    created: 'Der Link wurde erstellt.',
    sentAt: 'Gesendet',
    deactivate: 'Deaktivieren',
    deactivated: 'Der Link wurde deaktiviert.',
    expiresIn: 'Läuft in {time} ab',
    expiresNow: 'Läuft jetzt ab',
  },
};
