import type { englishDevelopers } from './en-developers.ts';

/** The German texts of the developers' screens. */
export const germanDevelopers: typeof englishDevelopers = {
  docs: {
    reference: 'API-Referenz',
    guides: 'Anleitungen',
    webhooks: 'Anleitung zu Webhooks',
    quickStart: 'Schnellstart',
  },
  live: {
    start: 'Live anzeigen',
    stop: 'Anhalten',
    title: 'Live',
    explained:
      'Neue Ereignisse erscheinen hier, sobald sie eintreten, das neueste zuerst. Die Filter der Liste gelten.',
    gap: 'Die Verbindung war unterbrochen: Hier können Ereignisse fehlen. Die Liste hat alle.',
    waiting: 'Warten auf Ereignisse …',
    count: 'Neue Ereignisse: {count}',
  },
  gateways: {
    setup: 'Einrichtung',
    setupExplained: 'Einstellungen stehen in der Umgebung des Dienstes, der danach neu gestartet wird.',
    health: 'Aufrufe der Zahlungsanbieter',
    complete: 'Es fehlt nichts',
    enable: 'PAYMENT_GATEWAYS muss {name} nennen.',
    noWebhooks: 'Er sendet keine',
    copyUrl: 'Adresse für {name} kopieren',
    explained: 'Die Zahlen gelten für den Prozess, der geantwortet hat, seit seinem Start.',
    empty: 'Kein Zahlungsanbieter ist eingeschaltet.',
    never: 'Noch keiner',
    operations: {
      authorize: 'Reservierung',
      capture: 'Einzug',
      void: 'Aufhebung',
      refund: 'Rückerstattung',
      save_method: 'Speicherung einer Zahlungsart',
      remove_method: 'Löschung einer Zahlungsart',
      look_up: 'Abfrage',
    },
    circuits: { closed: 'Funktioniert', open: 'Antwortet nicht', half_open: 'Wird wieder versucht' },
  },
  environment: {
    explained: 'Womit der Dienst gestartet wurde. Der Betreiber ändert es durch Umgebungsvariablen und einen Neustart.',
    search: 'Einstellungen durchsuchen',
    isSet: 'Gesetzt',
    isNotSet: 'Nicht gesetzt',
    none: 'Keine Einstellung passt dazu.',
  },
  presets: {
    title: 'Vorlagen',
    hint: 'Eine Vorlage füllt das Formular aus. Alles lässt sich danach noch ändern.',
    storefront: 'Server eines Shops',
    backOffice: 'Verwaltung, nur lesend',
    accounting: 'Buchhaltung',
    fulfilment: 'Versand',
    catalogue: 'Import des Katalogs',
    reports: 'Auswertungen',
    page: 'Seiten des Shops',
    localPage: 'Seiten auf diesem Rechner',
  },
};
