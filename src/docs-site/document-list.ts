import type { Group } from './page.ts';

/** The documents that are pages, in the order in which a reader needs them. */
export const DOCUMENTS: readonly (readonly [group: Group, files: readonly string[]])[] = [
  ['Start', ['docs/guides/quick-start.md', 'docs/guides/dashboard.md', 'docs/guides/move-in.md', 'docs/tour.md']],
  [
    'Guides',
    [
      'docs/guides/storefront.md',
      'docs/guides/accounts.md',
      'docs/guides/pricing.md',
      'docs/guides/order-changes.md',
      'docs/guides/withdrawal.md',
      'docs/guides/billing.md',
      'docs/guides/webhooks.md',
      'docs/guides/testing.md',
      'docs/guides/errors.md',
      'packages/client/README.md',
      'docs/versions.md',
    ],
  ],
  [
    'Deployment',
    [
      'docs/operate.md',
      'docs/high-availability.md',
      'docs/scale.md',
      'docs/settings.md',
      'docs/metrics.md',
      'docs/export-for-analysis.md',
      'docs/speed.md',
    ],
  ],
  [
    'Extension',
    [
      'docs/swap-a-payment-provider.md',
      'docs/swap-a-storage-provider.md',
      'docs/price-orders-elsewhere.md',
      'docs/publish-to-a-broker.md',
    ],
  ],
  ['More', ['docs/glossary.md', 'CHANGELOG.md', 'SECURITY.md']],
];
