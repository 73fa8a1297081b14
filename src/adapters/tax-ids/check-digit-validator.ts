import type { TaxIdValidator } from '#core/pricing/ports.ts';

/** What the prefix of a VAT number names that is no country code. */
const COUNTRIES: Readonly<Record<string, string>> = { EL: 'GR' };

/** Of some countries zeros alone have right check digits. */
const HAS_DIGIT = /[1-9]/;

/** Checks the form, the check digits and each country's other rules of VAT numbers; others are not valid. */
export const checkDigitValidator: TaxIdValidator = {
  isValid: async (taxId) => {
    const [prefix, number] = [taxId.slice(0, 2), taxId.slice(2)];
    if (!HAS_DIGIT.test(number.replace(/B\d\d$/, ''))) return false;
    // its tables of all countries cost 100 ms and 15 MB
    const { euVat } = await import('stdnum');
    const rules = euVat[COUNTRIES[prefix] ?? prefix] ?? [];
    return rules.some((rule) => rule.validate(number).isValid);
  },
};
