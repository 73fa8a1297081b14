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
    path: '/keys',
    scope: 'keys:read',
    load: async () => (await import('../screens/keys.tsx')).Keys,
    navigation: { group: 'developers', label: 'keys' },
  },
];
