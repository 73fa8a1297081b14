import type { ComponentChildren } from 'preact';
import { request, type Schemas } from '../api/request.ts';
import { holds } from '../app/session.ts';
import { fill, t, textOf } from '../text/text.ts';
import { Name } from './name.tsx';
import { Section, Time } from './parts.tsx';

type Event = Schemas['Event'];

/** What happened to a resource, or to what belongs to it. */
export type HistoryEntry = Readonly<{
  at: string;
  label: string;
  detail?: ComponentChildren;
  actor?: Event['actor'];
}>;

/** A time of a resource, by the type of the event that it stands for. */
type NamedTime = readonly [type: string, at: string | null];

/** The most entries of each kind. */
export const MAX_HISTORY_ENTRIES = 100;

/** The newest events of a resource; none for a caller who may not read them. @throws ApiError if they cannot be read. */
export const loadEvents = async (id: string, signal: AbortSignal): Promise<readonly Event[]> => {
  if (!holds('events:read')) return [];
  const query = { resource_id: id, limit: MAX_HISTORY_ENTRIES };
  return (await request('get', '/api/events', { query, signal })).data.data;
};

/** The events, which say who acted, and the times of the resource that no event tells. */
export const entriesOf = (events: readonly Event[], times: readonly NamedTime[]): HistoryEntry[] => [
  ...times.flatMap(([type, at]) =>
    at === null || events.some((event) => event.type === type) ? [] : [{ at, label: labelOf(type) }],
  ),
  // events come with the newest first
  ...events.toReversed().map(({ type, created_at: at, actor }) => ({ at, label: labelOf(type), actor })),
];

const labelOf = (type: string): string => textOf(t().history.types, type);

/** A timeline of entries, the newest first. `isLimited`: whether there may be earlier ones. */
export const History = ({ entries, isLimited }: Readonly<{ entries: readonly HistoryEntry[]; isLimited: boolean }>) => (
  <Section title={t().common.timeline}>
    <ol class="timeline">
      {entries
        .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
        .toReversed()
        .map(({ at, label, detail, actor }, index) => (
          <li key={`${at} ${index}`}>
            <p>
              <strong>{label}</strong> {detail}
            </p>
            <p class="muted">
              <Time at={at} />
              {actor && ' · '}
              {actor && <ActorName actor={actor} />}
            </p>
          </li>
        ))}
    </ol>
    {isLimited && <p class="muted">{fill(t().history.limited, { count: MAX_HISTORY_ENTRIES })}</p>}
  </Section>
);

const ActorName = ({ actor: { id } }: Readonly<{ actor: NonNullable<Event['actor']> }>) =>
  id === null ? <span>{t().order.service}</span> : <Name id={id} />;
