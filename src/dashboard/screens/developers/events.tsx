import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/request.ts';
import type { Column } from '../../list/column.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { JsonBlock } from '../../parts/json-block.tsx';
import { Code, Time } from '../../parts/parts.tsx';
import { t, valueLabel } from '../../text/text.ts';

type Event = Schemas['Event'];

const COLUMNS: readonly Column<Event>[] = [
  { name: 'created_at', cell: (event) => <Time at={event.created_at} /> },
  { name: 'type', cell: ({ type }) => <Code>{type}</Code> },
  { name: 'resource_id', cell: (event) => <Code>{event.resource_id}</Code> },
  {
    name: 'actor',
    cell: ({ actor }) => actor && valueLabel(actor.type),
    text: ({ actor }) => actor?.id ?? actor?.type ?? '',
  },
  { name: 'id', cell: ({ id }) => <Code>{id}</Code>, isOptional: true },
];

/** The events of the shop, with their data. */
export const Events = () => {
  const [shown, setShown] = useState<Event | undefined>();
  return (
    <>
      <ResourceList
        path="/api/events"
        title={t().navigation.events}
        columns={COLUMNS}
        empty={t().events.empty}
        rowActions={(event) => (
          <button type="button" class="button" onClick={() => setShown(event)}>
            {t().common.show}
          </button>
        )}
      />
      {shown && (
        <Dialog title={shown.type} onClose={() => setShown(undefined)} isWide>
          <JsonBlock value={shown} />
        </Dialog>
      )}
    </>
  );
};
