/** The English texts of the screens of customers. */
export const englishCustomers = {
  customers: {
    spend: 'Spend',
    spendExplained: 'Paid so far in {currency} for orders and invoices, without orders that were placed as a guest.',
    paymentMethods: 'Saved payment methods',
    noPaymentMethods: 'No payment method is saved.',
    makeDefault: 'Make it the default',
    makeDefaultExplained: 'Subscriptions without a payment method of their own are charged to it from now on.',
    removeMethodExplained: '{name} can no longer be charged. This cannot be undone.',
    methodRemoved: 'The payment method was removed.',
    recordConsent: 'Record a consent',
    recordWithdrawal: 'Record a refusal',
    consentExplained: '{purpose}: the customer has agreed. This is stored with the time and source as proof.',
    withdrawalExplained:
      '{purpose}: the customer has refused, or withdrawn a consent. This is stored with the time and source.',
    sourceHint: 'Where the customer said so, such as: by phone, at the till.',
    sources: { account: 'The customer', staff: 'Staff' },
    note: 'Note and tags',
    editNote: 'Edit note and tags',
    noteHint: 'The staff see it, and the customer does not.',
    tagsHint: 'Customers are found by them. At most 20.',
    profile: 'Profile',
    editProfile: 'Edit profile',
    removed: 'Ended or removed',
    kept: 'Kept without personal data',
    nothing: 'Nothing.',
  },
};
