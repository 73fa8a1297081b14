/** The English texts of the screens. */
export const englishScreens = {
  navigation: {
    home: 'Home',
    keys: 'API keys',
    orders: 'Orders',
  },
  keys: {
    empty: 'There is no API key yet. Create one to call the API.',
    createSecret: 'Create a secret key',
    createPublishable: 'Create a publishable key',
    secretExplained: 'For servers: it acts with the chosen permissions. Keep it out of pages and apps.',
    publishableExplained:
      'For pages of a shop: everybody may see it. It reads the public catalogue, quotes, and places orders of guests.',
    created: 'The key was created.',
    scopesHint: 'Without a choice, the key has all of your permissions.',
    addressesHint: 'IP addresses or ranges, one a line. Empty: any address.',
    originsHint: 'Origins such as https://shop.example, one a line.',
    rateHint: 'Requests and seconds, such as 100/60. Empty: the limit of the service.',
    rotate: 'Rotate',
    rotateExplained: 'Creates a new key with the same permissions. The old key works until the overlap ends.',
    overlapHint: 'In seconds, up to 604800. 86400 is a day.',
    revoke: 'Revoke',
    revokeExplained: 'requests with this key are refused from now on. This cannot be undone.',
    revoked: 'The key was revoked.',
    shownOnce: 'This is the key. It is shown only now: store it where your other secrets are.',
    tryIt: 'Try it in a terminal:',
    readOnly: 'Read only',
    shopServer: 'Shop server',
  },
};
