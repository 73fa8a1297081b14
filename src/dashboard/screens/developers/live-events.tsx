import { useEffect, useState } from 'preact/hooks';
import type { Schemas } from '../../api/request.ts';
import { useEventStream } from '../../app/use-event-stream.ts';
import { useListState } from '../../list/list-state.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Code, Section, Time } from '../../parts/parts.tsx';
import { fieldLabel, t } from '../../text/text.ts';

type Event = Schemas['Event'];

const MAX_SHOWN = 50;

/** Events as they happen, of the types and the resource that the list is filtered by. */
export const LiveEvents = ({ onShow }: Readonly<{ onShow: (event: Event) => void }>) => {
  const state = useListState();
  const [resourceId] = state.valuesOf('resource_id');
  const types = new URLSearchParams(state.valuesOf('type').map((type) => ['type', type]));
  const address = `/api/events/stream?${types}`;
  const [events, setEvents] = useState<readonly Event[]>([]);
  useEffect(() => setEvents([]), [address, resourceId]);
  useEventStream<Event>(address, (event) => {
    if (resourceId === undefined || event.resource_id === resourceId)
      setEvents((former) => [event, ...former].slice(0, MAX_SHOWN));
  });
  return (
    <Section title={t().live.title}>
      <p class="muted">{t().live.explained}</p>
      <div aria-live="polite">
        {events.length === 0 ? (
          <p>{t().live.waiting}</p>
        ) : (
          <DataTable
            label={t().live.title}
            rows={events}
            keyOf={({ id }) => id}
            columns={[
              { heading: fieldLabel('created_at'), cell: (event) => <Time at={event.created_at} /> },
              { heading: fieldLabel('type'), cell: ({ type }) => <Code>{type}</Code> },
              { heading: fieldLabel('resource_id'), cell: (event) => <Code>{event.resource_id}</Code> },
              {
                heading: t().list.actions,
                cell: (event) => (
                  <button type="button" class="button" onClick={() => onShow(event)}>
                    {t().common.show}
                  </button>
                ),
              },
            ]}
          />
        )}
      </div>
    </Section>
  );
};
