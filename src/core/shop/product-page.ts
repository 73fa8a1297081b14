/** A template of the address of a product's page, such as `https://shop.example/products/{slug}`. */
export const ProductPage = {
  pattern: /^https?:\/\/[^\s{}<>"\\/?#]+\/[^\s{}<>"\\]*\{(?:slug|id)\}[^\s{}<>"\\]*$/i,

  rule: 'must be an http or https URL with {slug} or {id}, such as https://shop.example/products/{slug}',

  /** The address of the page of a product. */
  addressOf: (template: string, { id, slug }: Readonly<{ id: string; slug: string }>): string =>
    template.replace('{slug}', encodeURIComponent(slug)).replace('{id}', id),
};
