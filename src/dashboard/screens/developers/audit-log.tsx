import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/request.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import { Actor } from '../../parts/actor.tsx';
import { Button } from '../../parts/button.tsx';
import type { Column } from '../../parts/column.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { JsonBlock } from '../../parts/json-block.tsx';
import { Code, Time } from '../../parts/parts.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { t } from '../../text/text.ts';

type AuditEntry = Schemas['AuditEntry'];

const COLUMNS: readonly Column<AuditEntry>[] = [
  { name: 'created_at', cell: (entry) => <Time at={entry.created_at} />, place: 'detail' },
  { name: 'action', cell: ({ action }) => <Code>{action}</Code>, place: 'title' },
  {
    name: 'actor',
    place: 'detail',
    cell: ({ actor: { kind, user_id: user, credential_id: credential } }) => (
      <Actor kind={kind} userId={user} credentialId={credential} />
    ),
    text: ({ actor }) => actor.user_id ?? actor.kind,
  },
  {
    name: 'resource_id',
    place: 'end',
    cell: ({ resource }) => resource && <CopiedId id={resource.id} />,
    text: ({ resource }) => resource?.id ?? '',
  },
  { name: 'request_id', cell: (entry) => entry.request_id, isOptional: true },
];

/** Who did what, with the values before and after. */
export const AuditLog = () => {
  const [shown, setShown] = useState<AuditEntry | undefined>();
  return (
    <>
      <ResourceList
        path="/api/audit_log"
        title={t().navigation.auditLog}
        columns={COLUMNS}
        icon="history"
        empty={t().audit.empty}
        rowActions={(entry) => <Button label={t().common.show} onClick={() => setShown(entry)} />}
      />
      {shown && (
        <Dialog title={shown.action} onClose={() => setShown(undefined)} isWide>
          <h3>{t().form.before}</h3>
          <JsonBlock value={shown.before} />
          <h3>{t().audit.after}</h3>
          <JsonBlock value={shown.after} />
        </Dialog>
      )}
    </>
  );
};
