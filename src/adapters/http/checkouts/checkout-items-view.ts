import type { CheckedItem } from '#core/carts/price-contents.ts';
import { pricedContentsView } from '#core/carts/quote-view.ts';
import { amountText } from '#core/mails/mail-language.ts';
import { itemName, pricedItem } from '#core/orders/order-item.ts';
import { sumRows } from '#core/orders/order-mail.ts';
import { Actor } from '#core/shared/actor.ts';
import { faulty } from '../hosted/hosted-form.ts';
import { storedImage } from '../hosted/hosted-page.ts';
import { escapeHtml } from '../responses/escape-html.ts';
import { quantityField } from './checkout-form.ts';
import type { FormPart } from './shown-form.ts';

/** The items with their quantities, and how they differ from what was chosen. */
export const itemFields = (part: FormPart): string => {
  const { shown, errors, messages } = part;
  const { error, describedBy } = faulty(errors, 'items');
  const items = (shown.priced?.items ?? []).map((item) => itemRow(part, item));
  return `<fieldset id="items" tabindex="-1"${describedBy}>
<legend>${escapeHtml(messages.itemsTitle)}</legend>
<p class="hint">${escapeHtml(messages.itemsHint)}</p>
${error}
${items.join('\n')}
</fieldset>`;
};

const itemRow = (part: FormPart, item: CheckedItem): string => {
  const { shown, form, errors, messages, language, imageOrigin } = part;
  const { productId, product, refusal } = item;
  const line = shown.priced?.priced?.items.find(({ priced }) => priced.productId === productId)?.priced;
  const name = itemName(line ?? { name: product?.name ?? '–', options: product?.options ?? {} });
  const image = storedImage(line?.image ?? null, imageOrigin);
  const id = quantityField(productId);
  const changes = changesOf(part, item);
  const changesId = `${id}_changes`;
  const { attributes, error } = faulty(errors, id, changes.length === 0 ? undefined : changesId);
  const value = form.quantities.get(productId) ?? String(item.quantity);
  const quantity = `<div class="quantity"><input type="number" name="${id}" id="${id}" value="${escapeHtml(value)}" min="0" max="10000" inputmode="numeric" aria-label="${escapeHtml(messages.quantityOf(name))}"${attributes}></div>`;
  const amount = line === undefined ? '' : amountText(pricedItem(line).price, language);
  return `<div class="item line">
${image === undefined ? '' : `<img src="${escapeHtml(image)}" alt="" width="44" height="44">`}
<div class="what">${escapeHtml(name)}
${changes.length === 0 ? '' : changesList(changesId, changes)}</div>
${refusal === undefined ? quantity : ''}
<span class="amount">${escapeHtml(amount)}</span>
${error}
</div>`;
};

const changesList = (id: string, texts: readonly string[]): string =>
  `<div id="${id}">${texts.map((text) => `<p class="error">${escapeHtml(text)}</p>`).join('\n')}</div>`;

const changesOf = ({ shown, before, messages, language }: FormPart, { productId, product }: CheckedItem): string[] => {
  const { userId } = shown.checkout;
  // what the form has renewed was not seen before
  const changesIn = ({ priced }: typeof shown) =>
    (priced === undefined ? [] : pricedContentsView(priced, { actor: Actor.anonymous, userId }).changes).filter(
      (change) => change.product_id === productId,
    );
  const seen = before.priced?.items.find((item) => item.productId === productId)?.seenPrice ?? null;
  const isDearer = changesIn(before).some(({ type }) => type === 'price') && seen !== null && product !== undefined;
  return [
    ...(isDearer ? [messages.costs(amountText(seen, language), amountText(product.price, language))] : []),
    ...changesIn(shown).flatMap(({ type, available }) => {
      if (type === 'gone') return [messages.gone];
      return type === 'stock' ? [available === 0 ? messages.outOfStock : messages.short] : [];
    }),
  ];
};

/** What the order costs, from the subtotal to the total. */
export const totalsTable = ({ shown: { priced }, language }: FormPart): string => {
  const request = priced?.priced;
  if (request === undefined) return '';
  const charged = {
    items: request.items.map((item) => item.priced),
    charges: request.charges,
    currency: request.cart.currency,
  };
  const rows = sumRows(charged, language).map(
    ({ label, value, isTotal }) =>
      `<tr${isTotal ? ' class="total"' : ''}><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<table>\n${rows.join('\n')}\n</table>`;
};
