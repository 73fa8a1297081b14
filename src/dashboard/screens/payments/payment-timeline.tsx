import type { Schemas } from '../../api/request.ts';
import { useResource } from '../../app/use-resource.ts';
import { Actor } from '../../parts/actor.tsx';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { Section, Time } from '../../parts/parts.tsx';
import { money } from '../../text/format.ts';
import { fieldLabel, t, textOf } from '../../text/text.ts';

type Payment = Schemas['Payment'];
type Entry = Schemas['PaymentEntry'];

const MAX_ENTRIES = 100;

/** The operations of a payment and their outcomes, as the API orders them. */
export const PaymentTimeline = ({ payment: { id, version, currency } }: Readonly<{ payment: Payment }>) => {
  const state = useResource('/api/payments/{id}/timeline', { params: { id }, query: { limit: MAX_ENTRIES } }, version);
  return (
    <Section title={t().common.timeline}>
      <LoadedContent state={state}>
        {({ data }) => (
          <ol class="timeline">
            {data.map((entry) => (
              <li key={entry.id}>
                <p>
                  <strong>{typeText(entry)}</strong> <span>{detailsOf(entry, currency).join(' · ')}</span>
                </p>
                <p class="muted">
                  <Time at={entry.created_at} />
                  {entry.actor && ' · '}
                  {entry.actor && <ActorOf {...entry.actor} />}
                </p>
              </li>
            ))}
          </ol>
        )}
      </LoadedContent>
    </Section>
  );
};

const typeText = ({ type }: Entry): string => textOf(t().payments.entries, type);

const ActorOf = ({ kind, user_id: userId, credential_id: credentialId }: NonNullable<Entry['actor']>) => (
  <Actor kind={kind} userId={userId} credentialId={credentialId} />
);

/** The details of an entry with their labels; the ids of operations say nothing to a reader. */
const detailsOf = ({ details }: Entry, currency: string): string[] =>
  Object.entries(details as Readonly<Record<string, unknown>>).flatMap(([name, value]) => {
    if (value === null || typeof value === 'object' || name.endsWith('_id')) return [];
    return [name === 'amount' ? money(Number(value), currency) : `${fieldLabel(name)}: ${value}`];
  });
