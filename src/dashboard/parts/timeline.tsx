import { valueLabel } from '../text/text.ts';
import { Badge, Time } from './parts.tsx';

/** What happened to a resource. */
export type TimelineEntry = Readonly<{
  id: string;
  type: string;
  created_at: string;
  actor: Readonly<{ kind: string; user_id: string | null }> | null;
  details: object;
}>;

/** The entries of a timeline, as the API orders them. */
export const Timeline = ({ entries }: Readonly<{ entries: readonly TimelineEntry[] }>) => (
  <ol class="timeline">
    {entries.map(({ id, type, created_at: at, actor, details }) => (
      <li key={id}>
        <Time at={at} /> <Badge value={type} /> {actor && <span class="muted">{valueLabel(actor.kind)}</span>}
        <DetailsOf details={details} />
      </li>
    ))}
  </ol>
);

const DetailsOf = ({ details }: Readonly<{ details: object }>) => {
  const facts = Object.entries(details).filter(([, value]) => value !== null && typeof value !== 'object');
  if (facts.length === 0) return null;
  return <p class="muted">{facts.map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`).join(' · ')}</p>;
};
