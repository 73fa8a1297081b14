import { DomainError } from './domain-error.ts';
import type { EventLog } from './domain-event.ts';
import type { Id } from './id.ts';

/** The versions of a resource that a writer has seen and builds on; undefined for a writer who overwrites any. */
export type ExpectedVersions = readonly number[] | undefined;

/**
 * Refuses a change that builds on another version than the current one.
 * @throws DomainError `version_mismatch` with `current_version` and `changed_fields`, so that the writer can merge.
 */
export const requireVersion = async (
  events: EventLog,
  current: Readonly<{ id: Id; version: number }>,
  expected: ExpectedVersions,
): Promise<void> => {
  if (expected === undefined || expected.includes(current.version)) return;
  const base = Math.max(0, ...expected.filter((version) => version < current.version));
  const details = {
    current_version: current.version,
    changed_fields: await events.changedFields(current.id, base),
  };
  const message = `The resource has version ${current.version} by now; read it again and repeat the change.`;
  throw new DomainError('stale', 'version_mismatch', message, { details });
};
