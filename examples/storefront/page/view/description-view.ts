import type { Product } from '../api/resources.ts';
import { element } from './element.ts';

type Policy = Readonly<{ createHTML: (html: string) => string }>;

type Policies = Readonly<{ createPolicy: (name: string, policy: Policy) => Policy }>;

/** Undefined in browsers without trusted types, which let every script write HTML. */
const policy = (globalThis as Readonly<{ trustedTypes?: Policies }>).trustedTypes?.createPolicy('product-description', {
  createHTML: (html) => html,
});

/** The description of a product. The service has sanitized its HTML: this is the only HTML that the page writes. */
export const descriptionView = ({
  description,
  description_html: html,
}: Pick<Product, 'description' | 'description_html'>): HTMLElement | null => {
  if (html === null && description === null) return null;
  const view = element('div', { class: 'description' }, html === null ? description : null);
  if (html !== null) view.innerHTML = policy?.createHTML(html) ?? html;
  return view;
};
