import type { englishCustomers } from './en-customers.ts';

/** The German texts of the screens of customers. */
export const germanCustomers: typeof englishCustomers = {
  customers: {
    spend: 'Umsatz',
    spendExplained:
      'Bisher in {currency} für Bestellungen und Rechnungen bezahlt, ohne als Gast aufgegebene Bestellungen.',
    carts: 'Warenkörbe',
    noCarts: 'Es gibt keinen Warenkorb.',
    emptyCart: 'Leer',
    paymentMethods: 'Gespeicherte Zahlungsarten',
    noPaymentMethods: 'Es ist keine Zahlungsart gespeichert.',
    makeDefault: 'Zum Standard machen',
    makeDefaultExplained: 'Abos ohne eigene Zahlungsart werden ab jetzt darüber eingezogen.',
    removeMethodExplained: '{name} kann nicht mehr belastet werden. Das kann nicht rückgängig gemacht werden.',
    methodRemoved: 'Die Zahlungsart wurde entfernt.',
    recordConsent: 'Einwilligung eintragen',
    recordWithdrawal: 'Ablehnung eintragen',
    consentExplained: '{purpose}: Der Kunde hat eingewilligt. Das wird mit Zeit und Quelle als Nachweis gespeichert.',
    withdrawalExplained:
      '{purpose}: Der Kunde hat abgelehnt oder seine Einwilligung widerrufen. Das wird mit Zeit und Quelle gespeichert.',
    sourceHint: 'Wo der Kunde es gesagt hat, zum Beispiel: am Telefon, an der Kasse.',
    sources: { account: 'Der Kunde', staff: 'Personal' },
    note: 'Anmerkung und Schlagwörter',
    editNote: 'Anmerkung bearbeiten',
    noteHint: 'Das Team sieht sie, der Kunde nicht.',
    tagsHint: 'Danach findet man Kunden. Höchstens 20.',
    profile: 'Profil',
    editProfile: 'Profil bearbeiten',
    removed: 'Beendet oder entfernt',
    kept: 'Bleibt ohne personenbezogene Daten',
    nothing: 'Nichts.',
  },
};
