import { element } from './element.ts';

/** What a buyer is told before the order, by the reason of Article 16 of Directive 2011/83/EU. */
const NOTES: Readonly<Record<string, string>> = {
  service:
    'You can withdraw until the service is fully performed, if you ask us to begin within the withdrawal period.',
  market_price: 'No right of withdrawal: the price follows a financial market that we cannot control.',
  custom_made: 'No right of withdrawal: it is made to your wishes.',
  perishable: 'No right of withdrawal: it does not keep for long.',
  sealed_hygiene: 'No right of withdrawal once you have broken the seal, for reasons of health and hygiene.',
  inseparable: 'No right of withdrawal once it is mixed with other things and cannot be separated.',
  delayed_alcohol:
    'No right of withdrawal: it is delivered after 30 days at the earliest, and its value follows a market that we cannot control.',
  urgent_repair: 'No right of withdrawal: you ask us to come for an urgent repair.',
  sealed_media: 'No right of withdrawal once you have broken the seal.',
  periodical: 'No right of withdrawal from single issues of newspapers and magazines.',
  auction: 'No right of withdrawal: you buy at a public auction.',
  dated_service: 'No right of withdrawal: we reserve a date or a period for you.',
  digital_content: 'You lose the right of withdrawal when the download or the stream begins with your consent.',
};

/** Why the buyer cannot withdraw from the purchase; empty where they can. */
export const exemptionNote = (exemption: string | null): string =>
  exemption === null ? '' : (NOTES[exemption] ?? 'No right of withdrawal.');

/** The note of a product, or of an item of a quote or an order. */
export const exemptionView = (exemption: string | null): HTMLElement | null =>
  exemption === null ? null : element('p', { class: 'hint' }, exemptionNote(exemption));
