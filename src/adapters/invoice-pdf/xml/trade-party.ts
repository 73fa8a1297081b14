import type { Party } from '#core/invoices/document-parts.ts';
import { isVatNumber, tidyTaxId } from '#core/pricing/tax-id.ts';
import { type Content, oneLine } from './values.ts';

/** A seller; EN 16931 wants a VAT number or another id, so it gets one. */
export const sellerParty = (party: Party): Content => {
  const { taxId } = party;
  const hasVatNumber = taxId !== null && isVatNumber(taxId);
  const registration = taxId && {
    'ram:ID': { '@schemeID': hasVatNumber ? 'VA' : 'FC', '#': oneLine(tidyTaxId(taxId)) },
  };
  return {
    'ram:ID': hasVatNumber ? null : oneLine(taxId ?? party.legalName ?? party.name),
    ...commonMembers(party),
    'ram:SpecifiedTaxRegistration': registration,
  };
};

/** A buyer. Only a VAT number is known to be one; it is left out of documents that are not subject to tax. */
export const buyerParty = (party: Party, isSubjectToTax: boolean): Content => {
  const { taxId } = party;
  const hasVatNumber = isSubjectToTax && taxId !== null && isVatNumber(taxId);
  return {
    ...commonMembers(party),
    'ram:SpecifiedTaxRegistration': hasVatNumber
      ? { 'ram:ID': { '@schemeID': 'VA', '#': oneLine(tidyTaxId(taxId)) } }
      : null,
  };
};

const commonMembers = ({ name, legalName, address, email }: Party) => {
  const isTradingName = legalName !== null && legalName !== name;
  return {
    'ram:Name': oneLine(legalName ?? name) ?? '-',
    'ram:SpecifiedLegalOrganization': isTradingName ? { 'ram:TradingBusinessName': oneLine(name) } : null,
    'ram:PostalTradeAddress': address && {
      'ram:PostcodeCode': oneLine(address.postal_code),
      'ram:LineOne': oneLine(address.line1),
      'ram:LineTwo': oneLine(address.line2),
      'ram:CityName': oneLine(address.city),
      'ram:CountryID': address.country,
      'ram:CountrySubDivisionName': oneLine(address.state),
    },
    'ram:URIUniversalCommunication': email && { 'ram:URIID': { '@schemeID': 'EM', '#': oneLine(email) } },
  };
};
