import type { Party } from '#core/invoices/document-parts.ts';
import { isVatNumber } from '#core/pricing/tax-id.ts';
import type { Printed } from './style.ts';

const REGIONS = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  de: new Intl.DisplayNames('de', { type: 'region' }),
} as const;

/** What a document says about a seller or a buyer below the name, line by line. */
export const partyLines = (party: Party, { document, labels }: Printed): string[] => {
  const { name, legalName, address, taxId, email } = party;
  const lines = [legalName, address?.company, address?.name, ...addressLines(party, document.language)];
  if (taxId !== null) lines.push(`${isVatNumber(taxId) ? labels.vatNumber : labels.taxId}: ${taxId}`);
  if (email !== null) lines.push(email);
  const shown = new Set([name]);
  return lines.filter((line): line is string => {
    if (line === null || line === undefined || line.trim() === '' || shown.has(line)) return false;
    shown.add(line);
    return true;
  });
};

const addressLines = ({ address }: Party, language: Printed['document']['language']): (string | null)[] => {
  if (address === null) return [];
  const { line1, line2, postal_code, city, state, country } = address;
  const place = [postal_code, city].filter((part) => part !== null).join(' ');
  return [line1, line2, place, state, REGIONS[language].of(country) ?? country];
};
