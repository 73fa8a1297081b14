import { isOrder, type Sale } from './sale.ts';

/** The name of a product or a category in an order. It is shown once the product or the category is deleted. */
export type SoldLabel = Readonly<{
  dimension: 'product' | 'category';
  key: string;
  label: string;
  /** When the order was created: the name in the newest order counts. */
  at: Date;
}>;

/** The names in sales, the newest of each product and category. */
export const labelsOf = (sales: readonly Sale[]): readonly SoldLabel[] => {
  const newest = new Map<string, SoldLabel>();
  for (const { sold } of sales) {
    if (!isOrder(sold)) continue;
    const at = sold.createdAt;
    for (const { productId, name, category } of sold.items) {
      note(newest, { dimension: 'product', key: productId, label: name, at });
      if (category !== null) note(newest, { dimension: 'category', key: category.id, label: category.name, at });
    }
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, label]) => label);
};

const note = (newest: Map<string, SoldLabel>, label: SoldLabel): void => {
  const name = `${label.dimension} ${label.key}`;
  const known = newest.get(name);
  if (known === undefined || isNewer(label, known)) newest.set(name, label);
};

/** Of labels of one time the last one counts, so that the order in which they are counted makes no difference. */
export const isNewer = (label: SoldLabel, known: SoldLabel): boolean =>
  label.at > known.at || (label.at.getTime() === known.at.getTime() && label.label > known.label);
