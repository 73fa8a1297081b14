import type { TimelineVisibility } from '#core/orders/order-queries.ts';
import type { Actor } from '#core/shared/actor.ts';
import { joinJson, timestamp } from '../connection/json-columns.ts';

const joinEntry = (subject: string, sight: TimelineVisibility): string =>
  joinJson({
    id: 't.id',
    object: `'timeline_entry'`,
    [subject]: `t.${subject}`,
    type: 't.type',
    actor:
      sight === 'full'
        ? `json_build_object('kind', t.actor_kind, 'user_id', t.actor_user_id, 'credential_id', t.actor_credential_id)`
        : 'null::json',
    details: 't.details',
    created_at: timestamp('t.created_at'),
    updated_at: timestamp('t.created_at'),
  });

/** The row `json` of an entry `t` of a timeline as the API shows it; its column tells what it happened to. */
export const joinEntries = (subject: 'order_id' | 'payment_id'): Readonly<Record<TimelineVisibility, string>> => ({
  full: joinEntry(subject, 'full'),
  buyer: joinEntry(subject, 'buyer'),
});

type Entry = Readonly<{
  id: string;
  type: string;
  actor: Pick<Actor, 'kind' | 'userId' | 'credentialId'>;
  details: object;
  at: Date;
}>;

/** The columns of an entry, but for what it happened to. */
export const entryColumns = ({ id, type, actor, details, at }: Entry) => ({
  id,
  type,
  actor_kind: actor.kind,
  actor_user_id: actor.userId,
  actor_credential_id: actor.credentialId,
  details,
  created_at: at,
});
