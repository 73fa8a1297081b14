import { Scope } from '#core/access/scope.ts';
import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import { importEndedBy } from '../audit-entries.ts';
import { Import, type ImportId } from '../import.ts';
import { IMPORT_SCOPES } from '../import-resource.ts';
import type { ImportsTx } from '../ports.ts';

/** Ends an import after its last committed row. */
export type CancelImport = (actor: Actor, id: ImportId) => Work<Import, ImportsTx>;

export const makeCancelImport =
  ({ systemClock }: Readonly<{ systemClock: SystemClock }>): CancelImport =>
  (actor, id) =>
  async (tx) => {
    const current = await tx.imports.get(id);
    Scope.requireAll(actor, [IMPORT_SCOPES[current.resource].write], `Cancelling an import of ${current.resource}`);
    const cancelled = Import.cancel(current, systemClock.now());
    await tx.imports.save(cancelled);
    await tx.audit.append(importEndedBy(actor, cancelled));
    return cancelled;
  };

/** Marks the imports whose process has ended as interrupted. @returns their number. */
export type EndAbandonedImports = () => Promise<number>;

export const makeEndAbandonedImports =
  ({
    unitOfWork,
    systemClock,
  }: Readonly<{ unitOfWork: UnitOfWork<ImportsTx>; systemClock: SystemClock }>): EndAbandonedImports =>
  () =>
    unitOfWork.run(async (tx) => {
      const at = systemClock.now();
      const abandoned = await tx.imports.listAbandoned(at);
      for (const current of abandoned) {
        const ended = Import.end(current, 'interrupted', at);
        await tx.imports.save(ended);
        await tx.audit.append(importEndedBy(Actor.system, ended));
      }
      return abandoned.length;
    });
