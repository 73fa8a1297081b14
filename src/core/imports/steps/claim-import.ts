import type { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { IdempotencyConflict } from '#core/shared/idempotency.ts';
import type { LeaseRequest } from '#core/shared/lease.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { importStartedBy } from '../audit-entries.ts';
import { Import, type ImportFormat, type ImportName, type OnError } from '../import.ts';
import type { RowDigest } from '../import-row.ts';
import type { ImportsTx } from '../ports.ts';

type Deps = Readonly<{ unitOfWork: UnitOfWork<ImportsTx>; ids: IdGenerator; emptyDigest: RowDigest }>;

type Claim = Readonly<{
  actor: Actor;
  request: Readonly<{ name: ImportName | null; format: ImportFormat; onError: OnError }>;
  lease: LeaseRequest;
}>;

/**
 * Starts an import, or continues the one of its name. A finished one is returned as it is.
 * @throws IdempotencyConflict `in_progress` while it runs elsewhere, `reused` for another format.
 */
export const claimImport = (
  { unitOfWork, ids, emptyDigest }: Deps,
  { actor, request, lease }: Claim,
): Promise<Import> => {
  const { name, format, onError } = request;
  const id = ids.next('imp');
  return unitOfWork.run(async (tx) => {
    const existing = name === null ? undefined : await tx.imports.find(name);
    if (existing === undefined) {
      const started = Import.start({ id, name, format, onError, lease, digest: emptyDigest.value() });
      await tx.imports.add(started);
      await tx.audit.append(importStartedBy(actor, started));
      return started;
    }
    if (existing.format !== format) throw new IdempotencyConflict('reused');
    if (Import.isFinished(existing)) return existing;
    if (Import.isLeasedToOther(existing, lease)) throw new IdempotencyConflict('in_progress');
    const resumed = Import.resume(existing, { lease, onError });
    await tx.imports.save(resumed);
    await tx.audit.append(importStartedBy(actor, resumed));
    return resumed;
  });
};
