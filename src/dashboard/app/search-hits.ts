import { request, type Schemas } from '../api/request.ts';
import type { IconName } from '../parts/icon.tsx';
import { money } from '../text/format.ts';
import { t, valueLabel } from '../text/text.ts';
import { BASE } from './base.ts';
import { NAVIGATION_ICONS, visibleGroups } from './navigation.tsx';
import { holds, type Scope } from './session.ts';

/** Something that a search has found, and where it leads to. */
export type Hit = Readonly<{ id: string; href: string; title: string; remark: string; icon: IconName }>;

type HitGroup = Readonly<{ label: string; hits: readonly Hit[] }>;

const MAX_SCREENS = 5;
const MAX_INVOICES = 5;

/** The screens where something is created. */
const CREATIONS = [
  { name: 'order', scope: 'orders:write', path: '/orders/new', icon: 'orders' },
  { name: 'product', scope: 'products:write', path: '/products/new', icon: 'products' },
  { name: 'invoice', scope: 'invoices:write', path: '/invoices/new', icon: 'invoice' },
  { name: 'import', scope: 'products:read', path: '/products/import', icon: 'archive' },
] as const satisfies readonly Readonly<{ name: string; scope: Scope; path: string; icon: IconName }>[];

/** The screens and the actions whose names have the text, settings included. */
export const screenHits = (text: string): readonly HitGroup[] => {
  const isMatch = (title: string): boolean =>
    text !== '' && title.toLocaleLowerCase().includes(text.toLocaleLowerCase());
  const actions = CREATIONS.filter(({ scope }) => holds(scope)).map(
    ({ name, path, icon }): Hit => ({
      id: `action-${name}`,
      href: BASE + path,
      title: t().search.creations[name],
      remark: '',
      icon,
    }),
  );
  const screens = visibleGroups().flatMap(({ group, links }) =>
    links.map(([label, path]): Hit => {
      const title = t().navigation[label];
      const remark = group === 'settings' ? t().groups.settings : '';
      return { id: `screen-${label}`, href: BASE + path, title, remark, icon: NAVIGATION_ICONS[label] };
    }),
  );
  const hits = [...actions, ...screens].filter(({ title }) => isMatch(title)).slice(0, MAX_SCREENS);
  return hits.length === 0 ? [] : [{ label: t().app.navigation, hits }];
};

/** What the service finds. @throws ApiError */
export const findHits = async (text: string, signal: AbortSignal): Promise<readonly HitGroup[]> => {
  const [found, invoices] = await Promise.all([
    request('get', '/api/search', { query: { q: text }, signal }),
    holds('invoices:read') ? findInvoices(text, signal) : [],
  ]);
  const groups = [...groupsOf(found.data), { label: t().navigation.invoices, hits: invoices }];
  return groups.filter(({ hits }) => hits.length > 0);
};

const findInvoices = async (text: string, signal: AbortSignal): Promise<readonly Hit[]> => {
  // a number of an invoice has a digit
  if (!/\d/.test(text)) return [];
  const { data } = await request('get', '/api/invoices', { query: { number: text, limit: MAX_INVOICES }, signal });
  return data.data.map(({ id, number, total, currency, status }) => ({
    id,
    href: `${BASE}/invoices/${id}`,
    title: number ?? id,
    remark: [money(total, currency), valueLabel(status)].join(' · '),
    icon: 'invoice' as const,
  }));
};

const groupsOf = ({ orders = [], customers = [], products = [] }: Schemas['SearchResults']): HitGroup[] => [
  {
    label: t().navigation.orders,
    hits: orders.map(
      ({ id, number, email, total, currency, payment_status: status }): Hit => ({
        id,
        icon: 'orders',
        href: `${BASE}/orders/${id}`,
        title: `#${number}`,
        remark: [email, money(total, currency), valueLabel(status)].filter(Boolean).join(' · '),
      }),
    ),
  },
  {
    label: t().navigation.customers,
    hits: customers.map(
      ({ id, name, email, role }): Hit => ({
        id,
        icon: 'customers',
        href: `${BASE}/${role === 'customer' ? 'customers' : 'team'}/${id}`,
        title: name ?? email,
        remark: name === null ? '' : email,
      }),
    ),
  },
  {
    label: t().navigation.products,
    hits: products.map(
      ({ id, name, sku, price, currency }): Hit => ({
        id,
        icon: 'products',
        href: `${BASE}/products/${id}`,
        title: name,
        remark: [sku, money(price, currency)].filter(Boolean).join(' · '),
      }),
    ),
  },
];
