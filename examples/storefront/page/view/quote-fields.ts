import type { Quote } from '../api/resources.ts';
import { alert, element } from './element.ts';
import { textField } from './field.ts';
import { money } from './money.ts';

/** Shows the choice, unless it is shown already: what has the focus keeps it. */
export const showShipping = (fieldset: HTMLElement, quote: Quote): void => {
  const shown = JSON.stringify([quote.shipping_options, quote.shipping_required]);
  if (fieldset.dataset['shown'] === shown) return;
  fieldset.dataset['shown'] = shown;
  fieldset.replaceChildren(...shippingChoice(quote));
};

const shippingChoice = ({ shipping_options: options, shipping_lines, shipping_required, currency }: Quote): Node[] => {
  const chosen = shipping_lines[0]?.shipping_method_id;
  const legend = element('legend', {}, 'Shipping');
  if (options.length === 0) {
    return [
      legend,
      shipping_required ? alert('We do not ship to this address.') : element('p', {}, 'Nothing to ship.'),
    ];
  }
  const choices = options.map(({ shipping_method_id: id, name, amount }) =>
    element(
      'label',
      { class: 'choice' },
      element('input', { type: 'radio', name: 'shipping', value: id, checked: id === chosen }),
      element('span', {}, name),
      element('span', { class: 'amount' }, amount === 0 ? 'free' : money(amount, currency)),
    ),
  );
  return [legend, ...choices];
};

/** The button is only a hint: a change of the field makes a new quote. */
export const discountFields = (): HTMLElement => {
  const field = textField({ label: 'Discount code', pointer: '/discount_codes', maxlength: 64, autocomplete: 'off' });
  const input = field.querySelector('input');
  input?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    // Enter applies the code instead of submitting the order
    event.preventDefault();
    input.blur();
    input.focus();
  });
  return element('div', { class: 'discount' }, field, element('button', { type: 'button' }, 'Apply'));
};

export const refusedCodes = ({ refused_discount_codes: refused }: Quote): Node[] =>
  refused.map(({ code, message }) => alert(`The code ${code} ${message}.`));
