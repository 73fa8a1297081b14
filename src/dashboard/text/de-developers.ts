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
    waiting: 'Warten auf Ereignisse …',
  },
  gateways: {
    explained:
      'Wie die Aufrufe seit dem Start des antwortenden Prozesses verliefen. Jeder Prozess des Dienstes hat seine eigenen.',
    empty: 'Kein Zahlungsanbieter ist eingeschaltet.',
    never: 'Noch keiner',
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
