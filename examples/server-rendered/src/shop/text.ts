export const LANGUAGE = 'en';

/** An amount in major units. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency }).format(amount);

export const percent = (rate: number): string => `${new Intl.NumberFormat(LANGUAGE).format(rate)} %`;

export const countryName = (code: string): string =>
  new Intl.DisplayNames([LANGUAGE], { type: 'region' }).of(code) ?? code;

/** Such as `M, blue`. */
export const optionsText = (options: Readonly<Record<string, string>>): string => Object.values(options).join(', ');

/** Such as `Partially paid` for `partially_paid`. */
export const stateText = (state: string): string => {
  const words = state.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What a buyer must be told before the order, by the reason of Article 16 of Directive 2011/83/EU. */
const EXEMPTIONS: Readonly<Record<string, string>> = {
  service: 'You can withdraw until the service is fully performed.',
  sealed_hygiene: 'No right of withdrawal once you have broken the seal, for reasons of health and hygiene.',
  sealed_media: 'No right of withdrawal once you have broken the seal.',
  inseparable: 'No right of withdrawal once it is mixed with other things and cannot be separated.',
  digital_content: 'You lose the right of withdrawal when the download or the stream begins with your consent.',
};

export const exemptionText = (reason: string): string => EXEMPTIONS[reason] ?? 'No right of withdrawal.';
