import type { NewDelivery } from '#core/webhooks/delivery.ts';
import { opaque } from '../connection/database.ts';

/** Not flushed: a publisher's progress is, after what it has added, and what a crash lost before it is added again. */
export const ADD = `
  select set_config('synchronous_commit', 'off', true), add_deliveries($1, $2, $3, $4, $5, $6, $7)`;

/** The values of `ADD`: an array for each column. */
export const addedColumns = (deliveries: readonly NewDelivery[]): unknown[][] => [
  deliveries.map(({ id }) => id),
  deliveries.map(({ endpointId }) => endpointId),
  deliveries.map(({ eventId }) => eventId),
  deliveries.map(({ eventType }) => eventType),
  deliveries.map(({ resourceId }) => resourceId),
  deliveries.map(({ ordered }) => ordered),
  deliveries.map(({ at }) => at),
];

const IS_THERE = (endpoint: string): string => `(select true from webhook_endpoints where id = ${endpoint})`;

// by their ids: a join would read all queues
const CLAIM = `
  with claimed as (
    update webhook_queues set owner = $1, owned_until = $3 where endpoint_id = any(array(
      select endpoint_id from webhook_queues
      where next_due <= $2 and (owner is null or owned_until <= $2) and ${IS_THERE('endpoint_id')}
      order by next_due limit $4 for update skip locked
    ))
    returning endpoint_id, nudges, next_due
  )
  select endpoint_id as "endpointId", nudges as "wakeUps" from claimed order by next_due`;

// what others have got is renewed the next time: one that is held for long is not to end the turns at all others
const RENEW = `
  update webhook_queues set owned_until = $3 where endpoint_id = any(array(
    select endpoint_id from webhook_queues
    where endpoint_id = any($1::text[]) and owner = $2 and ${IS_THERE('endpoint_id')}
    for update skip locked
  ))
  returning endpoint_id as id`;

const STATES = `
  select endpoint_id as id, nudges as "wakeUps", (select version from webhook_endpoints where id = endpoint_id) as version
  from webhook_queues where endpoint_id = any($1::text[])`;

const WAKE = `
  with woken as (
    update webhook_queues set nudges = nudges + 1, next_due = least(next_due, $2)
    where endpoint_id = $1 and next_due is not null returning 1
  )
  select pg_notify('deliveries', '') from woken`;

const DUE = `
  select id, event_id as "eventId", event_type as "eventType", sequence, tries as "attemptCount",
    (select version from webhook_endpoints where id = $1) as "endpointVersion"
  from webhook_deliveries
  where endpoint_id = $1 and status = 'pending' and next_attempt_at <= $2 and id <> all($3::text[])
    and ${IS_THERE('$1')}
  order by next_attempt_at, sequence limit $4`;

/** The first of an endpoint's pending deliveries is its oldest. */
const BACKLOG = `
  select (
      select count(*)::integer from (
        select from webhook_deliveries where status = 'pending' order by endpoint_id, next_attempt_at limit 100000
      ) counted
    ) as pending, (
      select min(first.created_at) from webhook_queues queue, lateral (
        select created_at from webhook_deliveries where endpoint_id = queue.endpoint_id and status = 'pending'
        order by sequence limit 1
      ) first
      where queue.next_due is not null
    ) as oldest`;

/** The placed events of types in a time, the oldest first, or those of them that have a delivery. */
const replayed = (delivery: string): string => `
  select id, type as "eventType", resource_id as "resourceId", created_at as "createdAt", position
  from unnest($1::text[]) as one (wanted), lateral (
    select event.id, event.type, event.resource_id, event.created_at, event.position from events event${delivery}
    where event.type = one.wanted and event.created_at between $2 and $3 and event.position is not null
    order by event.created_at, event.id limit $4
  ) found
  order by created_at, id limit $4`;

const REPLAY_ALL = replayed('');

const REPLAY_OF_MANY = replayed(`, lateral (
      select from webhook_deliveries where event_id = event.id and endpoint_id = $5 and status = $6 offset 0
    ) delivery`);

/**
 * By the deliveries, of which there are few among many events. The planner does not see the status: it would rather read
 * all that ended than those of a status.
 */
const REPLAY_OF_FEW = `
  select event.id, event.type as "eventType", event.resource_id as "resourceId", event.created_at as "createdAt",
    event.position
  from (
    select event_id from webhook_deliveries
    where endpoint_id = $5 and status = ${opaque('$6::text')} and event_type = any($1::text[]) order by sequence limit 20000
  ) delivery, lateral (
    select id, type, resource_id, created_at, position from events where id = delivery.event_id offset 0
  ) event
  where event.created_at between $2 and $3 and event.position is not null
  order by event.created_at, event.id limit $4`;

/** Whether an endpoint has so many deliveries of a status that their events are found sooner one by one. */
const HAS_MANY = `
  select true from webhook_deliveries where endpoint_id = $1 and status = $2 order by sequence offset 20000 limit 1`;

/** For whoever runs them, or wants to see their plans. */
export const STATEMENTS = {
  CLAIM,
  RENEW,
  DUE,
  RECORD: 'select record_attempts($1, $2, $3, $4, $5, $6, $7, $8) as since',
  STATES,
  WAKE,
  GIVE_UP: 'select give_up_deliveries($1, $2, $3) as count',
  RELEASE: 'select release_endpoint($1, $2, $3)',
  REMOVE_BEFORE: 'select remove_deliveries($1, $2) as count',
  BACKLOG,
  REQUEUE: 'select requeue_deliveries($1, $2, $3)::integer as count',
  REPLAY: 'select replay_deliveries($1, $2, $3, $4, $5, $6)',
  REPLAY_ALL,
  HAS_MANY,
  REPLAY_OF_MANY,
  REPLAY_OF_FEW,
  ERASE: 'select erase_answers($1)',
} as const;
