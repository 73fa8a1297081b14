import type { englishPriceTest } from './en-price-test.ts';

/** The German texts of the screen that tests prices. */
export const germanPriceTest: typeof englishPriceTest = {
  priceTest: {
    explained:
      'Was ein Warenkorb in diesem Moment kostet und warum. Es wird nichts bestellt. Die Adresse dieser Seite kann geteilt werden.',
    where: 'Lieferort',
    taxIdHint: 'Eines Unternehmens, zum Beispiel DE136695976.',
    lines: 'Zeile für Zeile',
    noDiscount: 'keiner',
    taxes: 'Steuern',
    taxedAt: 'Es gelten die Steuersätze für {place}.',
    shopPlace: 'die Adresse des Shops',
    noTax: 'Für diese Produkte gilt dort kein Steuersatz.',
    exempt: 'Ein Unternehmen aus einem anderen Land der EU zahlt die Steuer selbst.',
    refused: 'Was nicht gilt',
    nothingRefused: 'Alle aktiven Versandarten und Rabatte gelten.',
    why: 'Warum',
    share: 'Adresse kopieren',
  },
};
