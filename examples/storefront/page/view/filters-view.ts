import type { FacetCounts, Product } from '../api/resources.ts';
import { ATTRIBUTES, addressWith, filtersIn } from '../state/product-query.ts';
import { element } from './element.ts';
import { money } from './money.ts';

/** What beside the list narrows it, as links: the address holds what is chosen. */
type Choice = Readonly<{ label: string; count?: number | undefined; isChosen: boolean; href: string }>;

type Listed = Readonly<{ query: URLSearchParams; products: readonly Product[]; facets: FacetCounts }>;

const FACETS = ['category', 'price', ...ATTRIBUTES.map((name) => `attributes.${name}`)];

/** The parameter of the list that counts its products. */
export const FACETS_PARAMETER = FACETS.join(',');

export const filtersView = (listed: Listed): HTMLElement => {
  const { query, facets } = listed;
  const chosen = filtersIn(query);
  // a range of prices is one filter
  const count = chosen.filter((name) => name !== 'price_max' || !query.has('price_min')).length;
  const none = Object.fromEntries(chosen.map((name) => [name, []]));
  return element(
    'details',
    // on a phone the products come first
    { class: 'filters', open: matchMedia('(min-width: 48rem)').matches },
    element('summary', {}, count === 0 ? 'Filters' : `Filters (${count})`),
    element(
      'nav',
      { 'aria-label': 'Filters' },
      chosen.length === 0 ? null : element('a', { href: addressWith(query, none) }, 'Remove all filters'),
      choiceList('Category', choicesOf(query, 'category', countsIn(facets, facets.category))),
      choiceList('Price', priceChoices(listed)),
      priceForm(query),
      ...ATTRIBUTES.map((name) => {
        const counts = countsIn(facets, facets[`attributes.${name}`]);
        return choiceList(titleOf(name), choicesOf(query, `attributes.${name}`, counts));
      }),
      choiceList('Vendor', choicesOf(query, 'vendor', vendorsOf(listed.products))),
    ),
  );
};

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

type Count = Readonly<{ value: string; count?: number }>;

/** Without numbers where the API has not counted all products. */
const countsIn = ({ exact }: FacetCounts, counts: readonly Count[] = []): readonly Count[] =>
  exact ? counts : counts.map(({ value }) => ({ value }));

/** The API does not count vendors: they are those of the products that are shown. */
const vendorsOf = (products: readonly Product[]): Count[] =>
  [...new Set(products.flatMap(({ vendor }) => vendor ?? []))].sort().map((value) => ({ value }));

/** The values of a filter. A second click removes one; of categories, several may be chosen. */
const choicesOf = (query: URLSearchParams, name: string, counts: readonly Count[]): Choice[] => {
  const chosen = query.getAll(name);
  const missing = chosen.filter((each) => !counts.some(({ value }) => value === each));
  return [...counts, ...missing.map((value): Count => ({ value }))].map(({ value, count }) => {
    const isChosen = chosen.includes(value);
    const others = name === 'category' ? chosen.filter((each) => each !== value) : [];
    return {
      label: value,
      count,
      isChosen,
      href: addressWith(query, { [name]: isChosen ? others : [...others, value] }),
    };
  });
};

const priceChoices = ({ query, products, facets }: Listed): Choice[] => {
  const currency = products[0]?.currency;
  if (currency === undefined) return [];
  return (facets.price ?? []).map(({ from, to, count }) => {
    const isChosen = query.get('price_min') === String(from) && query.get('price_max') === String(to);
    const range = isChosen ? { price_min: [], price_max: [] } : { price_min: from, price_max: to };
    const label = from === to ? money(from, currency) : `${money(from, currency)} – ${money(to, currency)}`;
    return { label, count: facets.exact ? count : undefined, isChosen, href: addressWith(query, range) };
  });
};

/** Any range of prices; the hidden fields keep the rest of the address. */
const priceForm = (query: URLSearchParams): HTMLElement => {
  const kept = [...query].filter(([name]) => !['price_min', 'price_max', 'limit'].includes(name));
  const field = (name: string, label: string) =>
    element('input', { type: 'number', name, min: 0, step: 'any', value: query.get(name) ?? '', 'aria-label': label });
  return element(
    'form',
    { class: 'range', action: '/' },
    ...kept.map(([name, value]) => element('input', { type: 'hidden', name, value })),
    field('price_min', 'Lowest price'),
    '–',
    field('price_max', 'Highest price'),
    element('button', { type: 'submit', 'aria-label': 'Apply the prices' }, 'Apply'),
  );
};

/** A list of links; nothing where there is no choice. */
export const choiceList = (title: string, choices: readonly Choice[]): HTMLElement | null => {
  if (choices.length < 2 && !choices.some(({ isChosen }) => isChosen)) return null;
  return element(
    'section',
    { class: 'choices' },
    element('h2', {}, title),
    element(
      'ul',
      { 'aria-label': title },
      ...choices.map(({ label, count, isChosen, href }) =>
        element(
          'li',
          {},
          element('a', { href, 'aria-current': isChosen ? 'true' : undefined }, label),
          count === undefined ? null : element('span', { class: 'count' }, String(count)),
        ),
      ),
    ),
  );
};
