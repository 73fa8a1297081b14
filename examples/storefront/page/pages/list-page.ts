import { call, VISITOR } from '../api/client.ts';
import type { SearchMeta } from '../api/resources.ts';
import { addressWith, PAGE_SIZE, parametersOf, shownQuery } from '../state/product-query.ts';
import { actionButton, element } from '../view/element.ts';
import { showProblem } from '../view/field.ts';
import { choiceList, FACETS_PARAMETER, filtersView } from '../view/filters-view.ts';
import { productCard } from '../view/product-view.ts';

/** The products, by words and filters. */
export const listPage = async (): Promise<Node[]> => {
  const query = shownQuery();
  const parameters = { ...parametersOf(query), facets: FACETS_PARAMETER };
  const { data, facets, meta, next_cursor } = await call(
    (api) => api.get('/api/products', { query: parameters }),
    VISITOR,
  );
  const grid = element('ul', { class: 'grid', 'aria-label': 'Products' }, ...data.map(productCard));
  const nothing = element(
    'p',
    { class: 'note' },
    'Nothing matches. ',
    element('a', { href: '/' }, 'Show all products'),
  );
  return [
    element('h1', {}, titleOf(query)),
    ...(meta === undefined ? [] : searchNotes(meta)),
    element(
      'div',
      { class: 'list' },
      facets === undefined ? null : filtersView({ query, products: data, facets }),
      element('div', {}, sortLinks(query), data.length === 0 ? nothing : grid, moreProducts(grid, query, next_cursor)),
    ),
  ];
};

const titleOf = (query: URLSearchParams): string => {
  const words = query.get('q');
  return words === null ? query.getAll('category').join(', ') || 'All products' : `Results for “${words}”`;
};

const searchNotes = ({ corrected, ignored }: SearchMeta): Node[] => {
  const notes = [
    ...Object.entries(corrected).map(([word, found]) => `Nothing has “${word}”: showing “${found.join('”, “')}”.`),
    ...(ignored.length === 0 ? [] : [`Not looked for: “${ignored.join('”, “')}”.`]),
  ];
  return notes.map((note) => element('p', { class: 'hint' }, note));
};

const SORTS = { '-created_at': 'Newest', price: 'Lowest price', '-price': 'Highest price', name: 'Name' } as const;

const sortLinks = (query: URLSearchParams): HTMLElement => {
  const isSearch = query.has('q');
  const shown = query.get('sort') ?? (isSearch ? '' : '-created_at');
  const sorts = Object.entries({ ...(isSearch && { '': 'Best match' }), ...SORTS });
  const choices = sorts.map(([sort, label]) => ({
    label,
    isChosen: sort === shown,
    href: addressWith(query, { sort: sort === '' ? [] : sort }),
  }));
  return element('nav', { class: 'sort', 'aria-label': 'Sort' }, choiceList('Sort by', choices));
};

/** Adds pages below. The address holds how many products are shown, so that back and reload show them again. */
const moreProducts = (grid: HTMLElement, query: URLSearchParams, nextCursor: string | null): HTMLElement => {
  const section = element('div', { class: 'more' });
  const add = async (cursor: string): Promise<void> => {
    const parameters = { ...parametersOf(query), limit: PAGE_SIZE, cursor };
    const page = await call((api) => api.get('/api/products', { query: parameters }), VISITOR);
    const cards = page.data.map(productCard);
    grid.append(...cards);
    history.replaceState(null, '', addressWith(query, { limit: grid.children.length }));
    offer(page.next_cursor);
    cards[0]?.querySelector('a')?.focus();
  };
  const offer = (cursor: string | null): void => {
    const button = (next: string) =>
      actionButton('More products', () => add(next).catch((problem: unknown) => showProblem(section, problem)));
    section.replaceChildren(...(cursor === null ? [] : [button(cursor)]));
  };
  offer(nextCursor);
  return section;
};
