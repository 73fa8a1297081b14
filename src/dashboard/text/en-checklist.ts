/** The texts about the first steps of a shop. */
export const englishChecklist = {
  checklist: {
    title: 'First steps',
    hide: 'Hide',
    done: '(done)',
    stepsDone: '{done} of {total} done',
    developers: 'For developers',
    addDemo: 'Add demo products',
    addingDemo: 'Adding demo products',
    demoAdded: '{number} demo products were added.',
    steps: {
      shop: 'Enter the address and the tax number of the shop',
      taxRates: 'Add tax rates',
      shippingMethods: 'Add shipping methods',
      payments: 'Accept payments through a payment provider',
      mail: 'Connect a mail server',
      product: 'Add the first product',
      team: 'Invite somebody to the team',
      password: 'Change the initial password',
      key: 'Create an API key',
      order: 'Place a test order',
    },
  },
};
