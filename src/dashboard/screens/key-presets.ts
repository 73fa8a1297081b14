import type { Preset } from '../form/presets.tsx';
import { t } from '../text/text.ts';

/** What usual keys of servers may do. */
const SCOPES = {
  storefront: ['products:read', 'orders:read', 'orders:write', 'payments:read', 'payments:write', 'customers:write'],
  accounting: ['orders:read', 'payments:read', 'invoices:read', 'subscriptions:read', 'analytics:read'],
  fulfilment: ['orders:read', 'orders:write', 'products:read'],
  catalogue: ['products:read', 'products:write', 'categories:write'],
  reports: ['analytics:read', 'orders:read'],
} as const;

/** Presets of secret keys, within the scopes that the user can give. */
export const secretPresets = (grantable: readonly string[]): Preset[] => {
  const preset = (name: keyof typeof SCOPES | 'backOffice', scopes: readonly string[]): Preset => ({
    label: t().presets[name],
    values: { name: t().presets[name], scopes: scopes.filter((scope) => grantable.includes(scope)) },
  });
  const usual = (name: keyof typeof SCOPES): Preset => preset(name, SCOPES[name]);
  const readable = grantable.filter((scope) => scope.endsWith(':read'));
  return [
    usual('storefront'),
    preset('backOffice', readable),
    usual('accounting'),
    usual('fulfilment'),
    usual('catalogue'),
    usual('reports'),
    // a key without scopes has all scopes of its user
  ].filter(({ values }) => (values['scopes'] as readonly string[]).length > 0);
};

const LOCAL_ORIGINS = ['http://localhost:3000', 'http://localhost:5173', 'http://localhost:8080'];

/** Presets of publishable keys: what they may do is the same for all. */
export const publishablePresets = (): Preset[] => [
  {
    label: t().presets.page,
    values: { name: t().presets.page, rate_limit: '300/60' },
  },
  {
    label: t().presets.localPage,
    values: { name: t().presets.localPage, allowed_origins: LOCAL_ORIGINS, rate_limit: '' },
  },
];
