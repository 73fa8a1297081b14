import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { RateLimit } from '#core/shared/rate-limiter.ts';
import { differingMembers } from '#core/shared/same-value.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { ApiKey, type ApiKeyId, type KeyChange } from '../api-key.ts';
import type { AccessTx } from '../ports.ts';
import { keyAuditEntry } from '../records.ts';
import { requireMayEnd } from '../steps/require-may-end.ts';

/** Changes the name of a key and narrows its restrictions. Without a change it writes nothing. */
export type ChangeKey = (
  actor: Actor,
  command: Readonly<{ id: ApiKeyId; change: KeyChange; expected: ExpectedVersions }>,
) => Work<ApiKey, AccessTx>;

export const makeChangeKey =
  ({ systemClock }: { systemClock: SystemClock }): ChangeKey =>
  (actor, { id, change, expected }) =>
  async (tx) => {
    const before = await tx.apiKeys.get(id);
    requireMayEnd(actor, before, 'To change this key');
    await requireVersion(tx.events, before, expected);
    const errors = wideningErrors(before, change);
    if (errors.length > 0) throw invalid(errors);
    const after = ApiKey.change(before, change, systemClock.now());
    if (differingMembers(change, before).length === 0) return before;
    await tx.apiKeys.save(after);
    await tx.audit.append(keyAuditEntry(actor, 'updated', { before, after }));
    return after;
  };

/** An error for each restriction that would allow more than before. Address ranges are compared as text. */
const wideningErrors = (before: ApiKey, { allowedIps, allowedOrigins, rateLimit }: KeyChange): FieldError[] => {
  const errors: FieldError[] = [];
  if (before.allowedIps !== null && !isSubset(allowedIps, before.allowedIps)) {
    errors.push(widened('allowed_ips', `be among ${before.allowedIps.join(', ')}`));
  }
  if (before.allowedOrigins === null && allowedOrigins !== undefined) {
    const message = 'must be omitted: only keys of the kind publishable have allowed origins';
    errors.push({ path: ['allowed_origins'], code: 'any.unknown', message });
  } else if (!isSubset(allowedOrigins, before.allowedOrigins ?? [])) {
    errors.push(widened('allowed_origins', `be among ${before.allowedOrigins?.join(', ')}`));
  }
  if (before.rateLimit !== null && rateLimit !== undefined) {
    const isWithin = rateLimit !== null && RateLimit.isWithin(rateLimit, before.rateLimit);
    if (!isWithin) errors.push(widened('rate_limit', `be at most ${RateLimit.format(before.rateLimit)}`));
  }
  return errors;
};

const isSubset = (values: readonly string[] | null | undefined, of: readonly string[]): boolean =>
  values === undefined || (values?.every((value) => of.includes(value)) ?? false);

const widened = (field: string, allowed: string): FieldError => ({
  path: [field],
  code: 'any.only',
  message: `must ${allowed}: restrictions of a key can only be narrowed; create another key instead`,
});
