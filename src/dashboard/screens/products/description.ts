import type { Schemas } from '../../api/request.ts';
import type { JsonObject } from '../../form/field.ts';

type Product = Schemas['Product'];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A text without markup as HTML: a paragraph for each block of lines. */
const htmlOfText = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map((block) => `<p>${escaped(block.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');

/** A product whose description can be edited as HTML, also where it has none yet. */
export const withEditableDescription = <P extends Pick<Product, 'description' | 'description_html'>>(
  product: P,
): P => ({
  ...product,
  description_html: product.description_html ?? htmlOfText(product.description ?? ''),
});

/** A patch that removes the text with the HTML that it was made of. */
export const withoutText = (patch: JsonObject): JsonObject =>
  patch['description_html'] === null ? { ...patch, description: null } : patch;

/** The words of a description in HTML. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
