import { accessManifest } from './access/manifest.ts';
import { analyticsManifest } from './analytics/manifest.ts';
import { auditManifest } from './audit/manifest.ts';
import { cartsManifest } from './carts/manifest.ts';
import { catalogManifest } from './catalog/manifest.ts';
import { checkoutsManifest } from './checkouts/manifest.ts';
import { eventsManifest } from './events/manifest.ts';
import { imagesManifest } from './images/manifest.ts';
import { importsManifest } from './imports/manifest.ts';
import { invoicesManifest } from './invoices/manifest.ts';
import { ordersManifest } from './orders/manifest.ts';
import { overviewManifest } from './overview/manifest.ts';
import { paymentsManifest } from './payments/manifest.ts';
import { pricingManifest } from './pricing/manifest.ts';
import { redirectsManifest } from './redirects/manifest.ts';
import { returnsManifest } from './returns/manifest.ts';
import { shopManifest } from './shop/manifest.ts';
import { subscriptionsManifest } from './subscriptions/manifest.ts';
import { testClockManifest } from './test-clock/manifest.ts';
import { usersManifest } from './users/manifest.ts';
import { webhooksManifest } from './webhooks/manifest.ts';
import { withdrawalsManifest } from './withdrawals/manifest.ts';

/** The capabilities of the service. This file only joins their manifests: what is derived stands where it is used. */
export const CAPABILITIES = [
  catalogManifest,
  ordersManifest,
  cartsManifest,
  checkoutsManifest,
  returnsManifest,
  withdrawalsManifest,
  paymentsManifest,
  invoicesManifest,
  pricingManifest,
  subscriptionsManifest,
  shopManifest,
  usersManifest,
  webhooksManifest,
  eventsManifest,
  auditManifest,
  accessManifest,
  importsManifest,
  imagesManifest,
  redirectsManifest,
  testClockManifest,
  analyticsManifest,
  overviewManifest,
] as const;

type Capability = (typeof CAPABILITIES)[number];

/** A scope of some capability; see `Scope` for `*`. */
export type CapabilityScope = Capability['scopes'][number];

export type EventType = Capability['eventTypes'][number];

export type IdPrefix = Capability['idPrefixes'][number];

export type TagName = Capability['tags'][number]['name'];
