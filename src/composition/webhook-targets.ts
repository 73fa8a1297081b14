import type { AllowedTargets } from '#adapters/webhooks/forbidden-address.ts';

/** Where webhooks may be sent: to public addresses; in development also to this machine. */
export const webhookTargetsOf = (allowPrivate: boolean | undefined, isDevelopment: boolean): AllowedTargets => {
  if (allowPrivate !== undefined) return allowPrivate ? 'private' : 'public';
  return isDevelopment ? 'loopback' : 'public';
};
