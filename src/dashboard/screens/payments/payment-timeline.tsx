import { request, type Schemas } from '../../api/request.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Actor } from '../../parts/actor.tsx';
import { Loading, Section, Time } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { money } from '../../text/format.ts';
import { fieldLabel, t, textOf } from '../../text/text.ts';

type Payment = Schemas['Payment'];
type Entry = Schemas['PaymentEntry'];

const MAX_ENTRIES = 100;

/** The operations of a payment and their outcomes, as the API orders them. */
export const PaymentTimeline = ({ payment: { id, version, currency } }: Readonly<{ payment: Payment }>) => {
  const { data, error, isLoading, reload } = useLoaded(`${id} ${version}`, async (signal) => {
    const query = { limit: MAX_ENTRIES };
    return (await request('get', '/api/payments/{id}/timeline', { params: { id }, query, signal })).data;
  });
  return (
    <Section title={t().common.timeline}>
      {error && <ProblemNotice error={error} retry={reload} />}
      {isLoading && <Loading />}
      <ol class="timeline">
        {data?.data.map((entry) => (
          <li key={entry.id}>
            <Time at={entry.created_at} /> <strong>{typeText(entry)}</strong>{' '}
            {entry.actor && <ActorOf {...entry.actor} />}
            <p class="muted">{detailsOf(entry, currency).join(' · ')}</p>
          </li>
        ))}
      </ol>
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
    const text = name === 'amount' ? money(Number(value), currency) : String(value);
    return [`${fieldLabel(name)}: ${text}`];
  });
