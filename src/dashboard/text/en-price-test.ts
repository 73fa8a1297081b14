/** The English texts of the screen that tests prices. */
export const englishPriceTest = {
  priceTest: {
    explained: 'What a cart costs at this moment, and why. Nothing is ordered. The address of this page can be shared.',
    where: 'Where it is shipped',
    taxIdHint: 'Of a business, such as DE136695976.',
    lines: 'Line by line',
    noDiscount: 'none',
    taxes: 'Taxes',
    taxedAt: 'The tax rates are those of {place}.',
    shopPlace: 'the address of the shop',
    noTax: 'No tax rate is valid there for these products.',
    exempt: 'A business of another country of the EU pays the tax itself.',
    refused: 'What does not apply',
    nothingRefused: 'All active shipping methods and discounts apply.',
    why: 'Why',
    share: 'Copy the address',
  },
};
