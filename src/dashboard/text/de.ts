import { germanBilling } from './de-billing.ts';
import { germanChecklist } from './de-checklist.ts';
import { germanCollect } from './de-collect.ts';
import { germanCustomers } from './de-customers.ts';
import { germanDevelopers } from './de-developers.ts';
import { germanErasure } from './de-erasure.ts';
import { germanFields } from './de-fields.ts';
import { germanFigures } from './de-figures.ts';
import { germanForms } from './de-forms.ts';
import { germanHistory } from './de-history.ts';
import { germanImports } from './de-imports.ts';
import { germanOrders } from './de-orders.ts';
import { germanPriceTest } from './de-price-test.ts';
import { germanProductFields } from './de-product-fields.ts';
import { germanProductPage } from './de-product-page.ts';
import { germanProducts } from './de-products.ts';
import { germanReports } from './de-reports.ts';
import { germanRules } from './de-rules.ts';
import { germanScreens } from './de-screens.ts';
import { germanSecondFactors } from './de-second-factors.ts';
import { germanScopes, germanValues } from './de-values.ts';
import { germanWithdrawals } from './de-withdrawals.ts';
import type { Texts } from './en.ts';

/** The German texts. */
export const german: Texts = {
  fields: { ...germanFields, ...germanProductFields, ...germanErasure, ...germanFigures },
  values: germanValues,
  scopes: germanScopes,
  ...germanForms,
  ...germanScreens,
  ...germanProducts,
  ...germanProductPage,
  ...germanImports,
  ...germanHistory,
  ...germanCustomers,
  ...germanBilling,
  ...germanPriceTest,
  ...germanOrders,
  ...germanChecklist,
  ...germanCollect,
  ...germanWithdrawals,
  ...germanReports,
  ...germanRules,
  ...germanSecondFactors,
  ...germanDevelopers,
  app: {
    mainScreens: 'Wichtigste Seiten',
    skip: 'Zum Inhalt springen',
    menu: 'Menü',
    navigation: 'Bereiche',
    theme: 'Darstellung',
    language: 'Sprache',
    signOut: 'Abmelden',
  },
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  languages: { en: 'English', de: 'Deutsch' },
  groups: { shop: '', sales: 'Verkauf', catalog: 'Katalog', developers: 'Entwicklung', settings: 'Einstellungen' },
  signIn: {
    title: 'Anmelden',
    forgotten: 'Passwort vergessen?',
    submit: 'Anmelden',
    again: 'Erneut anmelden',
    leave: 'Abmelden und Eingaben verwerfen',
    ended: 'Ihre Sitzung ist beendet. Ihre Eingaben sind noch da.',
    insecure:
      'Die Anmeldung ist nur über HTTPS oder auf diesem Rechner möglich. Öffnen Sie das Dashboard mit https:// oder über localhost.',
  },
  passwordReset: {
    title: 'Neues Passwort setzen',
    request: 'Link senden',
    requestExplained:
      'Geben Sie die E-Mail Ihres Kontos ein. Sie erhalten einen Link, mit dem Sie ein neues Passwort setzen.',
    requested: 'Wenn {email} ein Konto hat, ist eine E-Mail mit einem Link unterwegs. Der Link gilt eine Stunde.',
    back: 'Zurück zur Anmeldung',
    explained: 'Wählen Sie ein neues Passwort für Ihr Konto. Danach sind Sie überall abgemeldet.',
    signedIn: 'Sie sind als {email} angemeldet. Melden Sie sich ab, um das Passwort des Links zu setzen.',
  },
  invitation: {
    title: 'Willkommen',
    explained: 'Legen Sie ein Passwort fest, um die Einladung anzunehmen.',
    submit: 'Passwort festlegen',
    signedIn: 'Sie sind als {email} angemeldet. Melden Sie sich ab, um die Einladung anzunehmen.',
    done: 'Ihr Passwort ist festgelegt. Melden Sie sich mit Ihrer E-Mail-Adresse und dem Passwort an.',
  },
  common: {
    required: '(Pflichtfeld)',
    back: 'Zurück',
    cancel: 'Abbrechen',
    close: 'Schließen',
    retry: 'Erneut versuchen',
    reload: 'Neu laden',
    copy: 'Kopieren',
    copyOf: '{text} kopieren',
    copied: 'Kopiert.',
    notCopied: 'Der Browser erlaubt das Kopieren nicht. Markieren Sie den Text und kopieren Sie ihn selbst.',
    edit: 'Bearbeiten',
    save: 'Speichern',
    delete: 'Löschen',
    remove: 'Entfernen',
    deleted: 'Gelöscht.',
    show: 'Anzeigen',
    shownOnce: 'Dies wird nur jetzt angezeigt. Bewahren Sie es bei Ihren anderen Geheimnissen auf.',
    notStored: 'Noch wurde nichts kopiert. Bewahren Sie das Angezeigte auf, bevor Sie den Dialog schließen.',
    stored: 'Ich habe es aufbewahrt',
    timeline: 'Verlauf',
    overview: 'Übersicht',
    yes: 'Ja',
    no: 'Nein',
    all: 'Alle',
    more: 'Mehr',
    found: 'Gefunden: {count}',
    suggestions: 'Vorschläge',
    time: 'Zeit',
    loading: 'Wird geladen',
  },
  list: {
    search: '{title} durchsuchen',
    filters: 'Filter',
    clear: 'Filter zurücksetzen',
    removeFilter: 'Filter entfernen',
    any: 'Beliebig',
    sort: 'Sortieren nach',
    columns: 'Spalten',
    views: 'Ansichten',
    saveView: 'Diese Ansicht speichern',
    saveViewExplained:
      'Speichert Filter und Sortierung unter einem Namen, für alle Ihre Geräte. Eine Ansicht gleichen Namens wird ersetzt.',
    removeView: 'Ansicht {name} entfernen',
    actionsOn: 'Aktionen: {name}',
    actions: 'Aktionen',
    selectAll: 'Alle Zeilen auswählen',
    select: '{name} auswählen',
    selected: 'Ausgewählt: {count}',
    bulk: 'Aktionen für die ausgewählten Zeilen',
    noMatches: 'Zu diesen Filtern gibt es keine Treffer.',
    pages: 'Seiten',
    first: 'Erste Seite',
    previous: 'Vorherige Seite',
    next: 'Nächste Seite',
    results: 'Zeilen auf dieser Seite: {count}',
    countAll: 'Alle Zeilen zählen',
    total: 'Zeilen insgesamt: {count}',
    csvBusy: 'CSV …',
    csvLimit: 'Zeilen in der Datei: die ersten {count}.',
  },
  errors: {
    unreachable: 'Der Dienst antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    missingScope: 'Dafür ist die Berechtigung {scope} nötig.',
    unexpected: 'Auf dieser Seite ist ein Fehler aufgetreten. Laden Sie sie neu.',
    notLoaded:
      'Diese Seite konnte nicht geladen werden. Vielleicht gibt es eine neue Version, oder die Verbindung ist unterbrochen.',
    noScreen: 'Diese Seite gibt es nicht, oder Sie dürfen sie nicht sehen.',
  },
};
