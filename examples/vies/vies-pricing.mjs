const VIES = 'https://ec.europa.eu/taxation_customs/vies/rest-api';

/**
 * The shop's tables price orders, and VIES, the register of VAT numbers of the European Commission, says whether a number is
 * that of a business. `VIES_URL` replaces its address, such as by that of a proxy.
 */
export const createOrderPricing = ({ settings, tables }) => {
  const url = `${settings.VIES_URL ?? VIES}/check-vat-number`;
  return {
    quote: (cart) => tables.quote(cart),

    /** @throws if the register, or that of the country, does not respond: the service then charges the tax. */
    async isTaxIdValid(taxId) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ countryCode: taxId.slice(0, 2), vatNumber: taxId.slice(2) }),
        signal: AbortSignal.timeout(2_500),
      });
      if (!response.ok) throw new Error(`VIES responded with ${response.status}.`);
      const { valid, actionSucceed } = await response.json();
      if (actionSucceed === false || typeof valid !== 'boolean') throw new Error('VIES cannot say.');
      return valid;
    },
  };
};
