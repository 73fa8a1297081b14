// Invariants
//
// Each change of a subscription's MRR or trial is a subscription movement, added in the transaction of its step and
// kept for good.
// Why: docs/decisions/0044-subscription-movements.md
//
// What invoices credit of a period's charge is never more than what the shop has or is owed of it.
// Why: docs/decisions/0056-credits-of-subscriptions.md

import type { Manifest } from '#core/shared/manifest.ts';

export const subscriptionsManifest = {
  scopes: ['subscriptions:read', 'subscriptions:write'],
  staffScopes: ['subscriptions:read', 'subscriptions:write'],
  eventTypes: [
    'plan.created',
    'plan.updated',
    'plan.deleted',
    'subscription.created',
    'subscription.updated',
    'subscription.renewed',
    'subscription.past_due',
    'subscription.cancelled',
    'subscription.paused',
    'subscription.resumed',
    'subscription.trial_ending',
    'subscription.out_of_stock',
  ],
  eventScope: 'subscriptions:read',
  idPrefixes: ['plan', 'sub'],
  tags: [
    { name: 'Plans', description: 'What subscriptions cost, and how often.' },
    { name: 'Subscriptions', description: 'What customers are billed for in every period.' },
  ],
} as const satisfies Manifest;
