import type { Charges } from '../api/resources.ts';
import { element } from './element.ts';
import { exemptionView } from './exemption-view.ts';
import { money, percent } from './money.ts';
import { optionsText, picture } from './product-view.ts';

const row = (label: string, amount: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement =>
  element('div', attributes, element('dt', {}, label), element('dd', {}, amount));

/** What an order costs: subtotal, discounts, shipping, tax and total. */
export const totalsView = (charges: Charges): HTMLElement => {
  const { currency, prices_include_tax: isIncluded } = charges;
  const amountOf = (amount: number) => money(amount, currency);
  const tax = charges.tax_lines.map(({ name, rate, amount }) =>
    row(`${isIncluded ? 'of which ' : ''}${name} ${percent(rate)}`, amountOf(amount), { class: 'tax' }),
  );
  const total = row('Total', amountOf(charges.total), { class: 'total' });
  return element(
    'dl',
    { class: 'totals' },
    row('Items', amountOf(charges.subtotal)),
    ...charges.discount_lines.map(({ code, name, amount }) => row(code ?? name, amountOf(-amount))),
    ...charges.shipping_lines.map(({ name, amount }) => row(`Shipping: ${name}`, amountOf(amount))),
    // tax that is added is part of the sum, tax that is contained explains it
    ...(isIncluded ? [total, ...tax] : [...tax, total]),
  );
};

export const itemsView = ({ items, currency }: Charges): HTMLElement =>
  element(
    'ul',
    { class: 'lines' },
    ...items.map(({ name, image, options, quantity, subtotal, withdrawal_exemption: exemption }) =>
      element(
        'li',
        { class: 'line' },
        picture(image),
        element(
          'div',
          {},
          element('strong', {}, name),
          element(
            'span',
            { class: 'hint' },
            [optionsText(options), `Quantity ${quantity}`].filter(Boolean).join(' · '),
          ),
          exemptionView(exemption),
        ),
        element('span', { class: 'amount' }, money(subtotal, currency)),
      ),
    ),
  );
