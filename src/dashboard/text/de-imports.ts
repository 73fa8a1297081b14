import type { englishImports } from './en-imports.ts';

/** The German texts of imports and exports of products. */
export const germanImports: typeof englishImports = {
  imports: {
    title: 'Importe',
    fileChanged: 'Die Datei wurde seit der Auswahl geändert. Wählen Sie sie erneut aus.',
    link: 'Importieren',
    export: 'Exportieren',
    import: 'Import vom {time}',
    choose: 'Datei wählen',
    explained:
      'Eine CSV-Datei mit Kopfzeile oder ein JSON-Objekt pro Zeile. Die Spalte sku oder id benennt das Produkt; ein Export der Produkte zeigt alle Spalten.',
    fileHint: 'CSV oder JSON-Zeilen, beliebig lang.',
    check: 'Datei prüfen',
    checking: 'Die Datei wird geprüft. Es wird nichts gespeichert.',
    report: 'Was der Import bewirken würde',
    noErrors: 'Alle Zeilen sind gültig.',
    stoppedAt: 'Der Import würde an der ungültigen Zeile anhalten.',
    errors: 'Ungültige Zeilen',
    firstErrors: 'Ungültige Zeilen in dieser Liste: die ersten {count}.',
    start: 'Datei importieren',
    running: 'Wird importiert',
    progress: 'Fortschritt des Imports',
    progressOf: 'Zeilen: {rows} von {total}',
    progressSoFar: 'Zeilen bisher: {rows}',
    keepOpen: 'Dieser Tab sendet die Datei: Lassen Sie ihn geöffnet. Andere Bereiche können Sie währenddessen nutzen.',
    interrupted:
      'Der Import wurde unterbrochen. Wählen Sie in diesem Tab dieselbe Datei noch einmal, und er wird nach den gespeicherten Zeilen fortgesetzt.',
    cancel: 'Import abbrechen',
    cancelExplained: 'Gespeicherte Zeilen bleiben. Ein abgebrochener Import kann nicht fortgesetzt werden.',
    cancelled: 'Der Import wurde abgebrochen.',
    ended: 'Der Import ist beendet.',
    show: 'Import anzeigen',
    former: 'Bisherige Importe',
    empty: 'Es wurde noch nichts importiert.',
  },
};
