import { request } from '../../api/request.ts';
import { caller, holds, type Scope } from '../../app/session.ts';
import type { Texts } from '../../text/en.ts';
import { TEAM_ROLES } from '../users/user-fields.ts';

/** A step after the first start. */
type FirstStep = Readonly<{
  label: keyof Texts['checklist']['steps'];
  /** After `/dashboard`. */
  path: string;
  /** The user must hold all of them to see the step. */
  scopes: readonly Scope[];
  /** At most one request. */
  isDone: (signal: AbortSignal) => Promise<boolean>;
}>;

/** A path whose first page says whether there is anything. */
type ListPath = '/api/tax_rates' | '/api/shipping_methods' | '/api/products' | '/api/auth/keys' | '/api/orders';

const hasAny =
  (path: ListPath) =>
  async (signal: AbortSignal): Promise<boolean> =>
    (await request('get', path, { query: { limit: 1 }, signal })).data.data.length > 0;

/** These are enabled at first, and take no money. */
const BUILT_IN_GATEWAYS = ['sandbox', 'manual'];

/** What a merchant sets up. */
const MERCHANT_STEPS: readonly FirstStep[] = [
  {
    label: 'shop',
    path: '/shop',
    scopes: ['settings:read', 'settings:write'],
    isDone: async (signal) => {
      const { data: shop } = await request('get', '/api/shop', { signal });
      return shop.address !== null && shop.tax_id !== null;
    },
  },
  {
    label: 'taxRates',
    path: '/tax_rates',
    scopes: ['pricing:read', 'pricing:write'],
    isDone: hasAny('/api/tax_rates'),
  },
  {
    label: 'shippingMethods',
    path: '/shipping_methods',
    scopes: ['pricing:read', 'pricing:write'],
    isDone: hasAny('/api/shipping_methods'),
  },
  {
    label: 'payments',
    path: '/gateways',
    scopes: ['payments:read', 'settings:write'],
    isDone: async (signal) => {
      const { data: list } = await request('get', '/api/payment_gateways', { signal });
      return list.data.some(({ name }) => !BUILT_IN_GATEWAYS.includes(name));
    },
  },
  {
    label: 'mail',
    path: '/environment',
    scopes: ['settings:read', 'settings:write'],
    isDone: async (signal) => {
      const { data: list } = await request('get', '/api/settings/environment', { signal });
      return list.data.some(({ name, is_set: isSet }) => name === 'SMTP_URL' && isSet);
    },
  },
  {
    label: 'product',
    path: '/products/new',
    scopes: ['products:read', 'products:write'],
    isDone: hasAny('/api/products'),
  },
  {
    label: 'team',
    path: '/team',
    scopes: ['users:read', 'users:write'],
    isDone: async (signal) => {
      const { data: page } = await request('get', '/api/users', { query: { role: [...TEAM_ROLES], limit: 1 }, signal });
      return page.next_cursor !== null;
    },
  },
];

/** What a developer does. */
const DEVELOPER_STEPS: readonly FirstStep[] = [
  {
    label: 'password',
    path: '/account',
    scopes: ['keys:write'],
    // the first version of the owner has the password of the first start
    isDone: async () => (caller.value?.user.version ?? 1) > 1,
  },
  { label: 'key', path: '/keys', scopes: ['keys:read', 'keys:write'], isDone: hasAny('/api/auth/keys') },
  { label: 'order', path: '/orders/new', scopes: ['orders:read', 'orders:write'], isDone: hasAny('/api/orders') },
];

/** A step with what has become of it. */
export type KnownStep = Omit<FirstStep, 'isDone'> & Readonly<{ isDone: boolean }>;

const known = (steps: readonly FirstStep[], signal: AbortSignal): Promise<KnownStep[]> =>
  Promise.all(
    steps
      .filter(({ scopes }) => scopes.every(holds))
      .map(async (step) => ({ ...step, isDone: await step.isDone(signal) })),
  );

/** The steps that the user may do. @throws ApiError */
export const loadFirstSteps = async (signal: AbortSignal) => {
  const [merchant, developer] = await Promise.all([known(MERCHANT_STEPS, signal), known(DEVELOPER_STEPS, signal)]);
  return { merchant, developer };
};
