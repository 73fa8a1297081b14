import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/request.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import { Button } from '../../parts/button.tsx';
import type { Column } from '../../parts/column.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DocsLink } from '../../parts/docs-link.tsx';
import { JsonBlock } from '../../parts/json-block.tsx';
import { Code, Time } from '../../parts/parts.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { t } from '../../text/text.ts';
import { EventActor } from './event-actor.tsx';
import { LiveEvents } from './live-events.tsx';

type Event = Schemas['Event'];

const COLUMNS: readonly Column<Event>[] = [
  { name: 'created_at', cell: (event) => <Time at={event.created_at} />, place: 'detail' },
  { name: 'type', cell: ({ type }) => <Code>{type}</Code>, place: 'title' },
  { name: 'resource_id', cell: (event) => <CopiedId id={event.resource_id} />, place: 'end' },
  {
    name: 'actor',
    place: 'detail',
    cell: ({ actor }) => <EventActor actor={actor} />,
    text: ({ actor }) => actor?.id ?? actor?.type ?? '',
  },
  { name: 'id', cell: ({ id }) => <CopiedId id={id} />, isOptional: true },
];

/** The events of the shop, with their data. */
export const Events = () => {
  const [shown, setShown] = useState<Event | undefined>();
  const [isLive, setLive] = useState(false);
  return (
    <>
      <ResourceList
        path="/api/events"
        title={t().navigation.events}
        columns={COLUMNS}
        icon="activity"
        empty={t().events.empty}
        above={isLive && <LiveEvents onShow={setShown} />}
        actions={() => (
          <>
            <DocsLink path="/docs/guides/webhooks" label={t().docs.webhooks} />
            <Button
              label={isLive ? t().live.stop : t().live.start}
              class="button primary"
              aria-pressed={isLive}
              onClick={() => setLive(!isLive)}
            />
          </>
        )}
        rowActions={(event) => <Button label={t().common.show} onClick={() => setShown(event)} />}
      />
      {shown && (
        <Dialog title={shown.type} onClose={() => setShown(undefined)} isWide>
          <JsonBlock value={shown} />
        </Dialog>
      )}
    </>
  );
};
