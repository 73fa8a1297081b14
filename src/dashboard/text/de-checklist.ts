import type { englishChecklist } from './en-checklist.ts';

/** The German texts about the first steps of a shop. */
export const germanChecklist: typeof englishChecklist = {
  checklist: {
    title: 'Erste Schritte',
    hide: 'Ausblenden',
    done: '(erledigt)',
    stepsDone: '{done} von {total} erledigt',
    developers: 'Für Entwickler',
    addDemo: 'Demo-Produkte hinzufügen',
    addingDemo: 'Demo-Produkte werden hinzugefügt',
    demoAdded: '{number} Demo-Produkte wurden hinzugefügt.',
    steps: {
      shop: 'Adresse und Steuernummer des Shops eintragen',
      taxRates: 'Steuersätze anlegen',
      shippingMethods: 'Versandarten anlegen',
      payments: 'Zahlungen über einen Zahlungsanbieter annehmen',
      mail: 'Einen Mailserver verbinden',
      product: 'Das erste Produkt hinzufügen',
      team: 'Jemanden ins Team einladen',
      password: 'Das anfängliche Passwort ändern',
      key: 'Einen API-Schlüssel erstellen',
      order: 'Eine Testbestellung aufgeben',
    },
  },
};
