import type { englishBilling } from './en-billing.ts';

/** The German texts of the screens of billing. */
export const germanBilling: typeof englishBilling = {
  invoices: {
    create: 'Rechnung schreiben',
    terms: 'Konditionen',
    createDraft: 'Entwurf anlegen',
    created: 'Der Entwurf wurde angelegt. Schließen Sie ihn ab, damit er eine Nummer erhält.',
    preview: 'Vorschau',
    noPreview: 'Wählen Sie einen Kunden und füllen Sie jede Position aus, um zu sehen, was die Rechnung kostet.',
    lineNumber: 'Position {number}',
    addLine: 'Position hinzufügen',
    removeLine: 'Position {number} löschen',
    taxRateHint: 'In Prozent. Leer: die Steuersätze des Shops.',
    dueHint: 'Leer: nach der Zahlungsfrist des Shops.',
    addressHint: 'Leer: die Rechnung nennt den Kunden mit Namen und E-Mail-Adresse.',
    editDraft: 'Entwurf bearbeiten',
    deleteDraft: 'Entwurf löschen',
    deleteExplained:
      'Ein Entwurf hat keine Nummer und hinterlässt keine Lücke. Das kann nicht rückgängig gemacht werden.',
    empty: 'Es gibt noch keine Rechnung.',
    lines: 'Positionen',
    steps: { finalize: 'Abschließen', void: 'Stornieren', mark_uncollectible: 'Als uneinbringlich markieren' },
    done: {
      finalize: 'Die Rechnung wurde abgeschlossen.',
      void: 'Die Rechnung wurde storniert.',
      mark_uncollectible: 'Die Rechnung wurde als uneinbringlich markiert.',
    },
    charge: 'Beim Kunden abbuchen',
    chargeExplained: 'Bucht {amount} über die Standard-Zahlungsart des Kunden ab.',
    charged: 'Die Zahlung wurde angelegt.',
    explanations: {
      finalize:
        'Die Rechnung erhält ihre Nummer und wird versandt. Ihre Positionen können danach nicht mehr geändert werden.',
      void: 'Die Rechnung gilt als nie ausgestellt. Das kann nicht rückgängig gemacht werden.',
      mark_uncollectible: 'Die Rechnung wird abgeschrieben. Sie kann trotzdem noch bezahlt werden.',
    },
  },
  subscriptions: {
    preview: 'Was die Änderung kostet',
    costShown: 'Die Kosten werden jetzt angezeigt. Senden Sie das Formular erneut, um sie anzunehmen.',
    billedNow: 'Sofort berechnet',
    nothingNow: 'Sofort wird nichts berechnet.',
    nothingNext: 'Von selbst geschieht nichts.',
    prorationHint:
      'Anteilig: eine Gutschrift für den Rest des Zeitraums und die Kosten des neuen Tarifs, auf der nächsten Rechnung.',
    invoiceOf: '{type}, {at}',
    dunning: 'Fehlgeschlagene Zahlungen',
    retried: 'Die Zahlung wird automatisch wiederholt, bis die offene Rechnung bezahlt ist.',
    noRetry:
      'Die Zahlung wird nicht wiederholt. Eine Zahlung der offenen Rechnung oder eine neue Zahlungsart aktiviert das Abo wieder.',
    title: 'Abo',
    empty: 'Es gibt kein Abo.',
    changePlan: 'Tarif wechseln',
    steps: {
      cancel: 'Kündigen',
      undo_cancel: 'Abo behalten',
      pause: 'Pausieren',
      resume: 'Fortsetzen',
      skip: 'Einen Zeitraum überspringen',
    },
    done: {
      cancel: 'Das Abo wurde gekündigt.',
      undo_cancel: 'Das Abo wird behalten.',
      pause: 'Das Abo wurde pausiert.',
      resume: 'Das Abo wurde fortgesetzt.',
      skip: 'Der nächste Zeitraum wird übersprungen.',
    },
    explained: {
      cancel: 'Es endet jetzt oder wird am Ende des Zeitraums nicht verlängert. Nichts wird gutgeschrieben.',
      undo_cancel: 'Es wird am Ende des Zeitraums verlängert.',
      pause: 'Bis zum Fortsetzen wird nichts berechnet. Danach folgt der Rest des Zeitraums.',
      resume: 'Es läuft jetzt weiter und wird wieder berechnet.',
      skip: 'Der nächste Zeitraum vergeht ohne Rechnung.',
    },
    upcoming: 'Nächste Schritte',
  },
  plans: {
    create: 'Tarif anlegen',
    empty: 'Es gibt noch keinen Tarif. Ein Tarif sagt, was ein Abo kostet und wie oft.',
    pricingHint:
      'Pauschal: der Betrag, unabhängig von der Menge. Pro Einheit: der Betrag für jede. Die anderen haben Staffeln.',
    amountHint: 'Für pauschal und pro Einheit.',
    tiersHint:
      'Die höchste Menge, der Preis einer Einheit und der der Staffel, eine pro Zeile, zum Beispiel 5: 70 + 10. Ein Stern bedeutet keine Grenze, zum Beispiel *: 60.',
    intervalHint: 'Zum Beispiel 3 mit Monaten für ein Quartal. Leer: 1.',
    setupHint: 'Einmalig, mit der ersten Rechnung.',
    maxPerCustomerHint: 'Abos dieses Tarifs oder aller Tarife seines Produkts. Leer: beliebig viele.',
    usageGraceHint: 'So lange wartet die Rechnung über den Verbrauch eines Zeitraums auf Nachmeldungen.',
    usageHint: 'Leer: Die Menge wird berechnet. Sonst der Verbrauch, nach dem Zeitraum.',
    productHint: 'Die ID eines Produkts, das jeder Zeitraum liefert.',
    steps: { archive: 'Archivieren', activate: 'Wieder anbieten' },
    explanations: {
      archive: 'Der Tarif nimmt keine neuen Abos an. Bestehende laufen weiter.',
      activate: 'Der Tarif nimmt wieder neue Abos an.',
    },
  },
  creditNotes: {
    empty: 'Es gibt noch keine Gutschrift. Sie werden auf der Seite einer Rechnung angelegt.',
    none: 'Es gibt keine Gutschrift.',
    create: 'Gutschreiben',
    explained:
      'Zieht einen Betrag vom offenen Betrag ab, anteilig bei jedem Steuersatz. Die Gutschrift erhält eine Nummer; das kann nicht rückgängig gemacht werden.',
    amountHint: 'Leer: alles, was offen ist, {amount}.',
    noteHint: 'Steht auf der Gutschrift.',
    created: 'Die Gutschrift wurde angelegt.',
  },
};
