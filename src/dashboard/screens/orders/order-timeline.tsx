import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { sendFields } from '../../form/send-action.ts';
import { Button } from '../../parts/button.tsx';
import { Section, Time } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { dateTime, money } from '../../text/format.ts';
import { fieldLabel, fill, t, textOf, valueLabel } from '../../text/text.ts';
import { type Order, type OrderData, reasonText } from './order-data.ts';
import { quantitiesOf } from './order-fulfillments.tsx';
import { type TimelineEntry, withEarlier, withNewest } from './timeline.ts';
import { loadTimeline } from './timeline-page.ts';

type Props = Readonly<{ data: OrderData; reload: () => void }>;

/** What has happened to an order, the newest first, with the notes of the staff. */
export const Timeline = ({ data: { order, timeline }, reload }: Props) => {
  const [{ entries, names, next }, setPage] = useState(timeline);
  const [error, setError] = useState<ApiError | undefined>();
  // a reload reads the first page only
  useEffect(() => setPage((former) => withNewest(former, timeline)), [timeline]);
  const loadMore = (cursor: string): void => {
    setError(undefined);
    loadTimeline(order.id, { cursor }).then(
      (page) => setPage((former) => withEarlier(former, page)),
      (reason: unknown) => {
        if (!(reason instanceof ApiError)) throw reason;
        setError(reason);
      },
    );
  };
  return (
    <Section title={t().common.timeline} actions={<ActionButton action={addNote(order)} onDone={reload} />}>
      <ol class="timeline">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} order={order} names={names} />
        ))}
      </ol>
      {error && <ProblemNotice error={error} />}
      {next !== null && <Button label={t().order.earlier} onClick={() => loadMore(next)} />}
    </Section>
  );
};

const addNote = ({ id }: Order): Action => ({
  label: t().order.addNote,
  scope: 'orders:write',
  explanation: t().order.noteExplained,
  fields: [{ name: 'text', kind: 'long_text', isRequired: true }],
  run: sendFields('post', '/api/orders/{id}/notes', { params: { id } }),
  done: t().order.noteAdded,
});

const Entry = ({
  entry,
  order,
  names,
}: Readonly<{ entry: TimelineEntry; order: Order; names: ReadonlyMap<string, string> }>) => (
  <li>
    <p>
      <strong>{textOf(t().timeline, entry.type)}</strong>
      {detailsOf(entry, order).map((text) => (
        <span key={text} class="timeline-detail">
          {text}
        </span>
      ))}
    </p>
    <p class="muted">
      <Time at={entry.created_at} /> · {actorOf(entry, names)}
    </p>
  </li>
);

const actorOf = ({ actor }: TimelineEntry, names: ReadonlyMap<string, string>): string => {
  if (actor === null || actor.kind === 'system') return t().order.service;
  if (actor.user_id === null) return t().orders.guest;
  const name = names.get(actor.user_id) ?? actor.user_id;
  return actor.kind === 'api_key' ? fill(t().order.byKey, { name }) : name;
};

type Details = Readonly<{
  text?: string;
  reason?: string | null;
  amount?: number;
  total?: number;
  former_total?: number;
  currency?: string;
  fields?: readonly string[];
  item_id?: string;
  quantity?: number;
  items?: readonly Readonly<{ item_id: string; quantity: number }>[];
  tracking_number?: string | null;
  carrier?: string | null;
  delivered_at?: string | null;
}>;

/** The details of an entry as short texts. */
const detailsOf = (entry: TimelineEntry, order: Order): string[] => {
  const details: Details = entry.details;
  const { total, former_total: former, amount, currency = order.currency } = details;
  const own = details.item_id === undefined ? [] : [{ item_id: details.item_id, quantity: details.quantity ?? 0 }];
  const items = quantitiesOf(order, [...own, ...(details.items ?? [])]).map(
    ({ name, quantity }) => `${quantity} × ${name}`,
  );
  const texts = [
    amount !== undefined && money(amount, currency),
    total !== undefined && `${former === undefined ? '' : `${money(former, currency)} → `}${money(total, currency)}`,
    items.join(', '),
    details.fields?.map(fieldLabel).join(', '),
    [details.carrier, details.tracking_number].filter((each) => each).join(' '),
    details.delivered_at && `${fieldLabel('delivered_at')}: ${dateTime(details.delivered_at)}`,
    details.reason && (entry.type.startsWith('withdrawal_') ? valueLabel(details.reason) : reasonText(details.reason)),
    details.text,
  ];
  return texts.filter((text): text is string => typeof text === 'string' && text !== '');
};
