import { call, VISITOR } from '../api/client.ts';
import type { Product, Variant } from '../api/resources.ts';
import { cart, MAX_QUANTITY } from '../state/cart.ts';
import { descriptionView } from '../view/description-view.ts';
import { element } from '../view/element.ts';
import { exemptionNote, exemptionView } from '../view/exemption-view.ts';
import { labelled } from '../view/field.ts';
import { showCartCount } from '../view/header.ts';
import { money } from '../view/money.ts';
import { optionsText, priceView, responsivePicture } from '../view/product-view.ts';

/** One product, with its variants, and the way into the cart. */
export const productPage = async (id: string): Promise<Node[]> => {
  const product = await call((api) => api.get('/api/products/{id}', { path: { id } }), VISITOR);
  return [
    element(
      'article',
      { class: 'product' },
      responsivePicture(product.media[0], '(min-width: 60rem) 40rem, 100vw'),
      element(
        'div',
        {},
        element('h1', {}, product.name),
        priceView(product),
        descriptionView(product),
        product.variants === undefined ? exemptionView(product.withdrawal_exemption) : null,
        product.available ? buyForm(product) : element('p', { class: 'note' }, 'Sold out'),
      ),
    ),
  ];
};

const buyForm = (product: Product): HTMLElement => {
  const variants = product.variants ?? [];
  const choice = variants.length === 0 ? undefined : variantChoice(variants, product.currency);
  const quantity = element('input', { type: 'number', value: 1, min: 1, max: MAX_QUANTITY, required: true });
  const status = element('p', { role: 'status' });
  const form = element(
    'form',
    { class: 'buy' },
    choice === undefined ? null : labelled(choice, 'Variant'),
    choice === undefined ? null : exemptionOfChosen(choice, variants),
    labelled(quantity, 'Quantity'),
    element('button', { type: 'submit', class: 'primary' }, 'Add to cart'),
    status,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    cart.add({ productId: choice?.value ?? product.id, name: product.name }, quantity.valueAsNumber);
    showCartCount();
    status.replaceChildren('Added. ', element('a', { href: '/cart' }, 'Go to the cart'));
  });
  return form;
};

/** Each variant may have a reason of its own. */
const exemptionOfChosen = (choice: HTMLSelectElement, variants: readonly Variant[]): HTMLElement => {
  const note = element('p', { class: 'hint', 'aria-live': 'polite' });
  const show = () => {
    const chosen = variants.find(({ id }) => id === choice.value);
    note.textContent = exemptionNote(chosen?.withdrawal_exemption ?? null);
  };
  choice.addEventListener('change', show);
  show();
  return note;
};

const variantChoice = (variants: readonly Variant[], currency: string): HTMLSelectElement =>
  element(
    'select',
    {},
    ...variants.map(({ id, options, price, available }) =>
      element(
        'option',
        { value: id, disabled: !available },
        `${optionsText(options)} – ${available ? money(price, currency) : 'sold out'}`,
      ),
    ),
  );
