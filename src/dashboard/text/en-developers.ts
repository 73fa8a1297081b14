/** The English texts of the developers' screens. */
export const englishDevelopers = {
  docs: {
    reference: 'API reference',
    guides: 'Guides',
    webhooks: 'Guide to webhooks',
    quickStart: 'Quick start',
  },
  live: {
    start: 'Show live',
    stop: 'Stop',
    title: 'Live',
    explained: 'New events appear here as they happen, the newest first. The filters of the list apply.',
    waiting: 'Waiting for events …',
    count: 'New events: {count}',
  },
  gateways: {
    explained:
      'How calls went since the start of the process that answered. Each process of the service has calls of its own.',
    empty: 'No payment gateway is enabled.',
    never: 'None yet',
    operations: {
      authorize: 'Authorization',
      capture: 'Capture',
      void: 'Void',
      refund: 'Refund',
      save_method: 'Saving a method',
      remove_method: 'Removing a method',
      look_up: 'Look-up',
    },
    circuits: { closed: 'Works', open: 'Does not respond', half_open: 'Is tried again' },
  },
  environment: {
    explained: 'What the service was started with. The operator changes it, by environment variables and a restart.',
    search: 'Search settings',
    isSet: 'Set',
    isNotSet: 'Not set',
    none: 'No setting matches.',
  },
  presets: {
    title: 'Presets',
    hint: 'A preset fills in the form. Everything can still be changed.',
    storefront: 'Storefront server',
    backOffice: 'Back office, read only',
    accounting: 'Accounting',
    fulfilment: 'Fulfilment',
    catalogue: 'Catalogue import',
    reports: 'Reports',
    page: 'Pages of the shop',
    localPage: 'Pages on this machine',
  },
};
