import { call, VISITOR } from '../api/client.ts';
import type { Category } from '../api/resources.ts';
import { element } from '../view/element.ts';
import { productCard } from '../view/product-view.ts';

/** The filters, which have the same names in the page's address and in the API. */
const FILTERS = ['q', 'category', 'cursor'];

const PAGE_SIZE = 12;

const linkTo = (filters: Readonly<Record<string, string>>): string =>
  Object.keys(filters).length === 0 ? '/' : `/?${new URLSearchParams(filters)}`;

/** The products, by words and category. */
export const listPage = async (): Promise<Node[]> => {
  const shown = new URLSearchParams(location.search);
  const query = new URLSearchParams([...shown].filter(([name, value]) => FILTERS.includes(name) && value !== ''));
  const [products, categories] = await Promise.all([
    call((api) => api.get('/api/products', { query: { ...Object.fromEntries(query), limit: PAGE_SIZE } }), VISITOR),
    call((api) => api.get('/api/categories', { query: { limit: 50 } }), VISITOR),
  ]);
  const chosen = shown.get('category');
  return [
    searchForm(shown.get('q') ?? '', chosen),
    categoryLinks(categories.data, chosen),
    products.data.length === 0
      ? element('p', { class: 'note' }, 'Nothing matches. ', element('a', { href: '/' }, 'Show all products'))
      : element('ul', { class: 'grid', 'aria-label': 'Products' }, ...products.data.map(productCard)),
    products.next_cursor === null
      ? element('p')
      : element(
          'a',
          { class: 'more', href: linkTo({ ...Object.fromEntries(query), cursor: products.next_cursor }) },
          'More products',
        ),
  ];
};

const searchForm = (text: string, category: string | null): HTMLElement =>
  element(
    'form',
    { class: 'search', role: 'search', action: '/' },
    element('input', {
      type: 'search',
      name: 'q',
      value: text,
      'aria-label': 'Search',
      placeholder: 'Search the shop',
      maxlength: 100,
    }),
    category === null ? null : element('input', { type: 'hidden', name: 'category', value: category }),
    element('button', { type: 'submit' }, 'Search'),
  );

const categoryLinks = (categories: readonly Category[], chosen: string | null): HTMLElement =>
  element(
    'nav',
    { class: 'categories', 'aria-label': 'Categories' },
    element('a', { href: '/', 'aria-current': chosen === null ? 'true' : undefined }, 'All'),
    ...categories
      .filter(({ product_count_total: count }) => count > 0)
      .map(({ name }) =>
        element('a', { href: linkTo({ category: name }), 'aria-current': name === chosen ? 'true' : undefined }, name),
      ),
  );
