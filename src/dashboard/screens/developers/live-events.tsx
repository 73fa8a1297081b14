import { useEffect, useState } from 'preact/hooks';
import type { Schemas } from '../../api/request.ts';
import { useDebounced } from '../../app/use-debounced.ts';
import { useEventStream } from '../../app/use-event-stream.ts';
import { useListState } from '../../list/list-state.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Code, Section, Time } from '../../parts/parts.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { number } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';
import { EventActor } from './event-actor.tsx';

type Event = Schemas['Event'];

const MAX_SHOWN = 50;

const ANNOUNCE_DELAY_MS = 2_000;

/** The newest events, how many there were, and whether some were missed. */
type Received = Readonly<{ events: readonly Event[]; count: number; hasGap: boolean }>;

const NONE: Received = { events: [], count: 0, hasGap: false };

/** Events as they happen, of the types and the resource that the list is filtered by. */
export const LiveEvents = ({ onShow }: Readonly<{ onShow: (event: Event) => void }>) => {
  const state = useListState();
  const [resourceId] = state.valuesOf('resource_id');
  const types = new URLSearchParams(state.valuesOf('type').map((type) => ['type', type]));
  const address = `/api/events/stream?${types}`;
  const [{ events, count, hasGap }, setReceived] = useState<Received>(NONE);
  useEffect(() => setReceived(NONE), [address, resourceId]);
  useEventStream<Event>(address, {
    receive: (event) => {
      if (resourceId !== undefined && event.resource_id !== resourceId) return;
      setReceived((former) => ({
        ...former,
        events: [event, ...former.events].slice(0, MAX_SHOWN),
        count: former.count + 1,
      }));
    },
    onReopened: () => setReceived((former) => ({ ...former, hasGap: true })),
  });
  // events that follow each other are announced once
  const announced = useDebounced(count, ANNOUNCE_DELAY_MS);
  return (
    <Section title={t().live.title}>
      <p class="muted">{t().live.explained}</p>
      {hasGap && <p role="status">{t().live.gap}</p>}
      <p class="visually-hidden" role="status">
        {announced > 0 && fill(t().live.count, { count: number(announced) })}
      </p>
      {events.length === 0 && <p>{t().live.waiting}</p>}
      {events.length > 0 && (
        <DataTable
          label={t().live.title}
          rows={events}
          keyOf={({ id }) => id}
          columns={[
            { name: 'created_at', cell: (event) => <Time at={event.created_at} />, place: 'detail' },
            { name: 'type', cell: ({ type }) => <Code>{type}</Code>, place: 'title' },
            { name: 'resource_id', cell: (event) => <CopiedId id={event.resource_id} />, place: 'end' },
            { name: 'actor', cell: ({ actor }) => <EventActor actor={actor} />, place: 'detail' },
          ]}
          rowActions={(event) => <Button label={t().common.show} onClick={() => onShow(event)} />}
        />
      )}
    </Section>
  );
};
