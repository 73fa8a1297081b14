import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { importEndedBy } from '../audit-entries.ts';
import { Import, type ImportId } from '../import.ts';
import type { ImportsTx } from '../ports.ts';

/** Ends an import after its last committed row. */
export type CancelImport = (actor: Actor, id: ImportId) => Work<Import, ImportsTx>;

export const makeCancelImport =
  ({ systemClock }: Readonly<{ systemClock: SystemClock }>): CancelImport =>
  (actor, id) =>
  async (tx) => {
    const cancelled = Import.cancel(await tx.imports.get(id), systemClock.now());
    await tx.imports.save(cancelled);
    await tx.audit.append(importEndedBy(actor, cancelled));
    return cancelled;
  };
