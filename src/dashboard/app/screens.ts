import type { FunctionComponent } from 'preact';
import type { Texts } from '../text/en.ts';
import type { ScreenProps } from './base.ts';
import type { Scope } from './session.ts';

/** The part of the navigation that a screen is in. */
export type ScreenGroup = 'shop' | 'catalog' | 'sales' | 'developers' | 'settings';

/** A screen of the dashboard, loaded when it is first shown. */
export type Screen = Readonly<{
  /** After `/dashboard`; the screen has the values of `:name` as props. */
  path: string;
  /** What the user must hold to see it; undefined for everybody. */
  scope?: Scope;
  load: () => Promise<FunctionComponent<ScreenProps>>;
  /** Its place in the navigation; screens of one resource have none. */
  navigation?: Readonly<{ group: ScreenGroup; label: keyof Texts['navigation'] }>;
}>;

export const SCREENS: readonly Screen[] = [
  {
    path: '',
    load: async () => (await import('../screens/home.tsx')).Home,
    navigation: { group: 'shop', label: 'home' },
  },
  { path: '/account', load: async () => (await import('../screens/account.tsx')).Account },
  {
    path: '/analytics',
    scope: 'analytics:read',
    load: async () => (await import('../screens/analytics/analytics.tsx')).Analytics,
    navigation: { group: 'shop', label: 'analytics' },
  },
  {
    path: '/orders',
    scope: 'orders:read',
    load: async () => (await import('../screens/orders/orders.tsx')).Orders,
    navigation: { group: 'sales', label: 'orders' },
  },
  {
    path: '/orders/new',
    scope: 'orders:read',
    load: async () => (await import('../screens/orders/new-order.tsx')).NewOrder,
  },
  {
    path: '/orders/:id',
    scope: 'orders:read',
    load: async () => (await import('../screens/orders/order.tsx')).OrderScreen,
  },
  {
    path: '/orders/:id/packing_slip',
    scope: 'orders:read',
    load: async () => (await import('../screens/orders/packing-slip.tsx')).PackingSlip,
  },
  {
    path: '/returns',
    scope: 'orders:read',
    load: async () => (await import('../screens/orders/returns.tsx')).ReturnList,
    navigation: { group: 'sales', label: 'returns' },
  },
  {
    path: '/payments',
    scope: 'payments:read',
    load: async () => (await import('../screens/payments/payments.tsx')).Payments,
    navigation: { group: 'sales', label: 'payments' },
  },
  {
    path: '/payments/:id',
    scope: 'payments:read',
    load: async () => (await import('../screens/payments/payment.tsx')).PaymentScreen,
  },
  {
    path: '/invoices',
    scope: 'invoices:read',
    load: async () => (await import('../screens/billing/invoices.tsx')).Invoices,
    navigation: { group: 'sales', label: 'invoices' },
  },
  {
    path: '/invoices/new',
    scope: 'invoices:write',
    load: async () => (await import('../screens/billing/new-invoice.tsx')).NewInvoice,
  },
  {
    path: '/credit_notes',
    scope: 'invoices:read',
    load: async () => (await import('../screens/billing/credit-notes.tsx')).CreditNotes,
    navigation: { group: 'sales', label: 'creditNotes' },
  },
  {
    path: '/credit_notes/:id',
    scope: 'invoices:read',
    load: async () => (await import('../screens/billing/credit-notes.tsx')).CreditNoteScreen,
  },
  {
    path: '/invoices/:id',
    scope: 'invoices:read',
    load: async () => (await import('../screens/billing/invoice.tsx')).InvoiceScreen,
  },
  {
    path: '/subscriptions',
    scope: 'subscriptions:read',
    load: async () => (await import('../screens/billing/subscriptions.tsx')).Subscriptions,
    navigation: { group: 'sales', label: 'subscriptions' },
  },
  {
    path: '/subscriptions/:id',
    scope: 'subscriptions:read',
    load: async () => (await import('../screens/billing/subscription.tsx')).SubscriptionScreen,
  },
  {
    path: '/customers',
    scope: 'users:read',
    load: async () => (await import('../screens/users/users.tsx')).Customers,
    navigation: { group: 'sales', label: 'customers' },
  },
  {
    path: '/customers/:id',
    scope: 'users:read',
    load: async () => (await import('../screens/users/customer.tsx')).CustomerScreen,
  },
  {
    path: '/products',
    load: async () => (await import('../screens/products/products.tsx')).Products,
    navigation: { group: 'catalog', label: 'products' },
  },
  {
    path: '/products/new',
    scope: 'products:write',
    load: async () => (await import('../screens/products/new-product.tsx')).NewProduct,
  },
  {
    path: '/products/import',
    scope: 'products:read',
    load: async () => (await import('../screens/imports/import-products.tsx')).ImportProducts,
  },
  {
    path: '/imports/:id',
    scope: 'products:read',
    load: async () => (await import('../screens/imports/import.tsx')).ImportScreen,
  },
  { path: '/products/:id', load: async () => (await import('../screens/products/product.tsx')).ProductScreen },
  {
    path: '/categories',
    load: async () => (await import('../screens/categories/categories.tsx')).Categories,
    navigation: { group: 'catalog', label: 'categories' },
  },
  {
    path: '/plans',
    load: async () => (await import('../screens/billing/plans.tsx')).Plans,
    scope: 'subscriptions:read',
    navigation: { group: 'catalog', label: 'plans' },
  },
  {
    path: '/discounts',
    scope: 'pricing:read',
    load: async () => (await import('../screens/pricing/discounts.tsx')).Discounts,
    navigation: { group: 'catalog', label: 'discounts' },
  },
  {
    path: '/shipping_methods',
    scope: 'pricing:read',
    load: async () => (await import('../screens/pricing/shipping-methods.tsx')).ShippingMethods,
    navigation: { group: 'catalog', label: 'shippingMethods' },
  },
  {
    path: '/tax_rates',
    scope: 'pricing:read',
    load: async () => (await import('../screens/pricing/tax-rates.tsx')).TaxRates,
    navigation: { group: 'catalog', label: 'taxRates' },
  },
  {
    path: '/price_test',
    scope: 'orders:write',
    load: async () => (await import('../screens/pricing/price-test.tsx')).PriceTest,
    navigation: { group: 'catalog', label: 'priceTest' },
  },
  {
    path: '/keys',
    scope: 'keys:read',
    load: async () => (await import('../screens/keys.tsx')).Keys,
    navigation: { group: 'developers', label: 'keys' },
  },
  {
    path: '/webhooks',
    scope: 'webhooks:read',
    load: async () => (await import('../screens/developers/webhooks.tsx')).Webhooks,
    navigation: { group: 'developers', label: 'webhooks' },
  },
  {
    path: '/webhooks/:id',
    scope: 'webhooks:read',
    load: async () => (await import('../screens/developers/webhook.tsx')).WebhookScreen,
  },
  {
    path: '/events',
    scope: 'events:read',
    load: async () => (await import('../screens/developers/events.tsx')).Events,
    navigation: { group: 'developers', label: 'events' },
  },
  {
    path: '/gateways',
    scope: 'payments:read',
    load: async () => (await import('../screens/developers/gateways.tsx')).Gateways,
    navigation: { group: 'developers', label: 'gateways' },
  },
  {
    path: '/audit_log',
    scope: 'audit:read',
    load: async () => (await import('../screens/developers/audit-log.tsx')).AuditLog,
    navigation: { group: 'developers', label: 'auditLog' },
  },
  {
    path: '/team',
    scope: 'users:read',
    load: async () => (await import('../screens/users/users.tsx')).Team,
    navigation: { group: 'settings', label: 'team' },
  },
  {
    path: '/team/:id',
    scope: 'users:read',
    load: async () => (await import('../screens/users/colleague.tsx')).ColleagueScreen,
  },
  {
    path: '/shop',
    scope: 'settings:read',
    load: async () => (await import('../screens/settings/shop.tsx')).ShopSettings,
    navigation: { group: 'settings', label: 'shop' },
  },
  {
    path: '/environment',
    scope: 'settings:read',
    load: async () => (await import('../screens/developers/environment.tsx')).Environment,
    navigation: { group: 'settings', label: 'environment' },
  },
];
