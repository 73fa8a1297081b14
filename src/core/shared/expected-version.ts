import { DomainError } from './domain-error.ts';
import type { EventLog } from './domain-event.ts';
import type { Id } from './id.ts';

/** The versions that a writer accepts; undefined to overwrite any. */
export type ExpectedVersions = readonly number[] | undefined;

/**
 * Rejects a stale version.
 * @returns the current resource, whose version is one of the expected.
 * @throws DomainError `version_mismatch` with `current_version` and `changed_fields` for a merge.
 */
export const requireVersion = async <R extends Readonly<{ id: Id; version: number }>>(
  log: Pick<EventLog, 'changedFields'>,
  current: R,
  expected: ExpectedVersions,
): Promise<R> => {
  if (expected === undefined || expected.includes(current.version)) return current;
  // the changes since the newest version that the client knows
  const lastKnown = Math.max(0, ...expected.filter((version) => version < current.version));
  const details = { current_version: current.version, changed_fields: await log.changedFields(current.id, lastKnown) };
  const message = `The current version is ${current.version}. Read the resource again and repeat the change.`;
  throw new DomainError('stale', 'version_mismatch', message, { details });
};
