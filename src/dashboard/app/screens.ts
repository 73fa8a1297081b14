import type { FunctionComponent } from 'preact';
import type { Texts } from '../text/en.ts';
import type { ScreenProps } from './base.ts';
import { holds, type Scope } from './session.ts';

/** Loads a screen, when it is first shown. */
type Load = () => Promise<FunctionComponent<ScreenProps>>;

/** A screen of the dashboard. */
export type Screen = Readonly<{
  /** After `/dashboard`; the screen has the values of `:name` as props. */
  path: string;
  /** The scopes of which the user must hold one to see it; undefined for everybody. */
  scopes: readonly Scope[] | undefined;
  load: Load;
}>;

const seenBy = (scope: Scope | readonly Scope[] | undefined, loads: Readonly<Record<string, Load>>): Screen[] => {
  const scopes = scope === undefined ? undefined : [scope].flat();
  return Object.entries(loads).map(([path, load]) => ({ path, scopes, load }));
};

/** All screens; of two with paths that an address fits, the first is shown. */
export const SCREENS: readonly Screen[] = [
  ...seenBy('invoices:write', {
    '/invoices/new': async () => (await import('../screens/billing/new-invoice.tsx')).NewInvoice,
  }),
  ...seenBy('products:write', {
    '/products/new': async () => (await import('../screens/products/new-product.tsx')).NewProduct,
  }),
  ...seenBy('analytics:read', {
    '/analytics': async () => (await import('../screens/analytics/analytics.tsx')).Analytics,
  }),
  ...seenBy('orders:read', {
    '/orders': async () => (await import('../screens/orders/orders.tsx')).Orders,
    '/orders/new': async () => (await import('../screens/orders/new-order.tsx')).NewOrder,
    '/orders/:id': async () => (await import('../screens/orders/order.tsx')).OrderScreen,
    '/orders/:id/packing_slip': async () => (await import('../screens/orders/packing-slip.tsx')).PackingSlip,
    '/returns': async () => (await import('../screens/orders/returns.tsx')).ReturnList,
    '/withdrawals': async () => (await import('../screens/withdrawals/withdrawals.tsx')).Withdrawals,
    '/withdrawals/:id': async () => (await import('../screens/withdrawals/withdrawal.tsx')).WithdrawalScreen,
  }),
  ...seenBy('payments:read', {
    '/payments': async () => (await import('../screens/payments/payments.tsx')).Payments,
    '/payments/:id': async () => (await import('../screens/payments/payment.tsx')).PaymentScreen,
    '/gateways': async () => (await import('../screens/developers/gateways.tsx')).Gateways,
  }),
  ...seenBy('invoices:read', {
    '/invoices': async () => (await import('../screens/billing/invoices.tsx')).Invoices,
    '/credit_notes': async () => (await import('../screens/billing/credit-notes.tsx')).CreditNotes,
    '/credit_notes/:id': async () => (await import('../screens/billing/credit-notes.tsx')).CreditNoteScreen,
    '/invoices/:id': async () => (await import('../screens/billing/invoice.tsx')).InvoiceScreen,
  }),
  ...seenBy('subscriptions:read', {
    '/subscriptions': async () => (await import('../screens/billing/subscriptions.tsx')).Subscriptions,
    '/subscriptions/:id': async () => (await import('../screens/billing/subscription.tsx')).SubscriptionScreen,
    '/plans': async () => (await import('../screens/billing/plans.tsx')).Plans,
  }),
  ...seenBy('users:read', {
    '/customers': async () => (await import('../screens/users/users.tsx')).Customers,
    '/customers/:id': async () => (await import('../screens/users/customer.tsx')).CustomerScreen,
    '/team': async () => (await import('../screens/users/users.tsx')).Team,
    '/team/:id': async () => (await import('../screens/users/colleague.tsx')).ColleagueScreen,
  }),
  ...seenBy(['products:read', 'users:read', 'pricing:read', 'redirects:read'], {
    '/products/import': async () => (await import('../screens/imports/imports.tsx')).ProductImports,
    '/imports': async () => (await import('../screens/imports/imports.tsx')).Imports,
    '/imports/:id': async () => (await import('../screens/imports/import.tsx')).ImportScreen,
  }),
  ...seenBy('redirects:read', {
    '/redirects': async () => (await import('../screens/redirects/redirects.tsx')).Redirects,
  }),
  ...seenBy('pricing:read', {
    '/discounts': async () => (await import('../screens/pricing/discounts.tsx')).Discounts,
    '/shipping_methods': async () => (await import('../screens/pricing/shipping-methods.tsx')).ShippingMethods,
    '/tax_rates': async () => (await import('../screens/pricing/tax-rates.tsx')).TaxRates,
  }),
  ...seenBy('orders:write', {
    '/price_test': async () => (await import('../screens/pricing/price-test.tsx')).PriceTest,
  }),
  ...seenBy('keys:read', {
    '/keys': async () => (await import('../screens/keys.tsx')).Keys,
  }),
  ...seenBy('webhooks:read', {
    '/webhooks': async () => (await import('../screens/developers/webhooks.tsx')).Webhooks,
    '/webhooks/:id': async () => (await import('../screens/developers/webhook.tsx')).WebhookScreen,
  }),
  ...seenBy('events:read', {
    '/events': async () => (await import('../screens/developers/events.tsx')).Events,
  }),
  ...seenBy('audit:read', {
    '/audit_log': async () => (await import('../screens/developers/audit-log.tsx')).AuditLog,
  }),
  ...seenBy('settings:read', {
    '/shop': async () => (await import('../screens/settings/shop.tsx')).ShopSettings,
    '/environment': async () => (await import('../screens/developers/environment.tsx')).Environment,
  }),
  ...seenBy('shop_rules:read', {
    '/rules': async () => (await import('../screens/settings/rules.tsx')).ShopRules,
  }),
  ...seenBy(undefined, {
    '': async () => (await import('../screens/home/home.tsx')).Home,
    '/account': async () => (await import('../screens/account.tsx')).Account,
    '/products': async () => (await import('../screens/products/products.tsx')).Products,
    '/products/:id': async () => (await import('../screens/products/product.tsx')).ProductScreen,
    '/categories': async () => (await import('../screens/categories/categories.tsx')).Categories,
  }),
];

export const isVisible = ({ scopes }: Screen): boolean => scopes === undefined || scopes.some(holds);

export type NavigationLabel = keyof Texts['navigation'];

/** The paths of the screens in the navigation by their labels, in its groups; those of the first are on phones, too. */
export const NAVIGATION: Readonly<Record<keyof Texts['groups'], Readonly<Partial<Record<NavigationLabel, string>>>>> = {
  shop: {
    home: '',
    orders: '/orders',
    products: '/products',
    customers: '/customers',
    analytics: '/analytics',
  },
  sales: {
    returns: '/returns',
    withdrawals: '/withdrawals',
    payments: '/payments',
    invoices: '/invoices',
    creditNotes: '/credit_notes',
    subscriptions: '/subscriptions',
  },
  catalog: {
    categories: '/categories',
    discounts: '/discounts',
    plans: '/plans',
    redirects: '/redirects',
    priceTest: '/price_test',
  },
  developers: {
    keys: '/keys',
    webhooks: '/webhooks',
    events: '/events',
    auditLog: '/audit_log',
    environment: '/environment',
  },
  settings: {
    shop: '/shop',
    rules: '/rules',
    shippingMethods: '/shipping_methods',
    taxRates: '/tax_rates',
    gateways: '/gateways',
    team: '/team',
  },
};
