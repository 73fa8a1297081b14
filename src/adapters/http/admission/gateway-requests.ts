import type { IdempotentRequest } from '#core/payments/payment-operation.ts';
import { dryRunUnsupported } from '#core/shared/domain-error.ts';
import type { RequestIdempotency } from '../routing/route.ts';

/** @throws DomainError `dry_run_unsupported`. */
export const requireNoDryRun = (isDryRun: boolean): void => {
  if (isDryRun) throw dryRunUnsupported('The request calls the payment gateway, which cannot be rolled back.');
};

export const toIdempotentRequest = (idempotency: RequestIdempotency | undefined): IdempotentRequest | null => {
  if (idempotency === undefined) return null;
  const { key: client, ...fingerprints } = idempotency;
  return { key: JSON.stringify([client.account, client.operation, client.key]), ...fingerprints };
};

type Digests = Readonly<{ digest: (text: string) => string }>;

/** The saving of a token as a payment method for a checkout: the same however often it is requested. */
export const toSavingRequest = ({ digest }: Digests, checkoutId: string, token = ''): IdempotentRequest => {
  const fingerprint = digest(`payment method for ${checkoutId} ${token}`);
  return { key: JSON.stringify([checkoutId, fingerprint]), fingerprint };
};
