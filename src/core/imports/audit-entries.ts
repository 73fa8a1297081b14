import type { AuditEntry } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Import } from './import.ts';
import { importSummary } from './import-view.ts';

/** The start or the continuation of an import. */
export const importStartedBy = (actor: Actor, started: Import): AuditEntry => ({
  ...entry(actor, started, 'started'),
  after: {
    resource: started.resource,
    format: started.format,
    on_error: started.onError,
    rows: started.rows,
    ...(started.remembered !== null && { remember: started.remembered.choices !== null }),
  },
});

/** The end of an import, with what it has done. */
export const importEndedBy = (actor: Actor, ended: Import): AuditEntry => {
  const { rows, created, updated, unchanged, failed } = importSummary(ended);
  return { ...entry(actor, ended, ended.status), after: { rows, created, updated, unchanged, failed } };
};

const entry = (actor: Actor, { id, updatedAt }: Import, step: string) => ({
  actor,
  action: `import.${step}`,
  resource: { type: 'import', id },
  before: {},
  at: updatedAt,
});
