import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Id } from '#core/shared/id.ts';
import type { LeaseRequest } from '#core/shared/lease.ts';
import type { DeliveryId } from '#core/webhooks/delivery.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { isUnleased, leased } from '../statements/lease-columns.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import type { FailingParameter, ResultColumns } from './result-parameters.ts';

type NewDeliveryColumns = Readonly<{
  ids: readonly DeliveryId[];
  endpoints: readonly EndpointId[];
  events: readonly Id<'evt'>[];
  types: readonly string[];
  resources: readonly Id[];
  ordered: readonly boolean[];
  times: readonly Date[];
}>;

/** Not flushed: the publisher's offset is, afterwards, and lost deliveries are added again. */
export const ADD = prepare<NewDeliveryColumns>()(($) =>
  db.selectNoFrom([
    sql`set_config('synchronous_commit', 'off', true)`.as('commit'),
    sql`add_deliveries(${$('ids')}, ${$('endpoints')}, ${$('events')}, ${$('types')}, ${$('resources')},
      ${$('ordered')}, ${$('times')})`.as('added'),
  ]),
);

const hasEndpoint = (id: Expression<EndpointId> | EndpointId): RawBuilder<SqlBool> =>
  sql`${db.selectFrom('webhook_endpoints').select(sql.lit(true).as('exists')).where('id', '=', id)}`;

const QUEUE_ENDPOINT = sql.ref<EndpointId>('webhook_queues.endpoint_id');

/** Compared with an array, since a join would read all queues. */
const anyOf = (endpointIds: Expression<Readonly<{ endpoint_id: EndpointId }>>): RawBuilder<EndpointId> =>
  sql`any(array${endpointIds})`;

export const CLAIM = prepare<LeaseRequest & Readonly<{ limit: number }>>()(($) =>
  db
    .with('claimed', (query) =>
      query
        .updateTable('webhook_queues')
        .set(leased($))
        .where(
          'endpoint_id',
          '=',
          anyOf(
            query
              .selectFrom('webhook_queues')
              .select('endpoint_id')
              .where('next_due', '<=', $('at'))
              .where(isUnleased('webhook_queues', $('at')))
              .where(hasEndpoint(QUEUE_ENDPOINT))
              .orderBy('next_due')
              .limit($('limit'))
              .forUpdate()
              .skipLocked(),
          ),
        )
        .returning(['endpoint_id', 'wake_ups', 'next_due']),
    )
    .selectFrom('claimed')
    .select(['endpoint_id as endpointId', 'wake_ups as wakeUps'])
    .orderBy('next_due'),
);

const isAmong = (ids: readonly string[]): RawBuilder<never> => sql`any(${ids}::text[])`;

/** Skips locked rows until the next call, so that one slow lock does not let the other leases expire. */
export const RENEW = prepare<LeaseRequest & Readonly<{ endpointIds: readonly EndpointId[] }>>()(($) =>
  db
    .updateTable('webhook_queues')
    .set({ leased_until: $('until') })
    .where(
      'endpoint_id',
      '=',
      anyOf(
        db
          .selectFrom('webhook_queues')
          .select('endpoint_id')
          .where('endpoint_id', '=', isAmong($('endpointIds')))
          .where('lease_owner', '=', $('owner'))
          .where(hasEndpoint(QUEUE_ENDPOINT))
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning('endpoint_id as id'),
);

export const STATES = prepare<{ endpointIds: readonly EndpointId[] }>()(($) =>
  db
    .selectFrom('webhook_queues')
    .select(({ selectFrom }) => [
      'endpoint_id as id',
      'wake_ups as wakeUps',
      selectFrom('webhook_endpoints').select('version').where('id', '=', QUEUE_ENDPOINT).as('version'),
    ])
    .where('endpoint_id', '=', isAmong($('endpointIds'))),
);

type DueParameters = Readonly<{ endpointId: EndpointId; at: Date; except: readonly DeliveryId[]; limit: number }>;

export const DUE = prepare<DueParameters>()(($) =>
  db
    .selectFrom('webhook_deliveries')
    .select(({ selectFrom }) => [
      'id',
      'event_id as eventId',
      'event_type as eventType',
      'sequence',
      'attempt_count as attemptCount',
      selectFrom('webhook_endpoints')
        .select('version')
        .where('id', '=', $('endpointId'))
        .$asScalar()
        .$notNull()
        .as('endpointVersion'),
    ])
    .where('endpoint_id', '=', $('endpointId'))
    .where('status', '=', 'pending')
    .where('next_attempt_at', '<=', $('at'))
    .where('id', '<>', sql<DeliveryId>`all(${$('except')}::text[])`)
    .where(hasEndpoint($('endpointId')))
    .orderBy('next_attempt_at')
    .orderBy('sequence')
    .limit($('limit')),
);

type RecordParameters = ResultColumns &
  Readonly<{ endpointId: EndpointId; failing: FailingParameter; maxAttempts: number; at: Date }>;

export const RECORD = prepare<RecordParameters>()(($) =>
  db.selectNoFrom(
    sql<Date | null>`record_attempts(${$('endpointId')}, ${$('ids')}, ${$('attempts')}, ${$('dueStatuses')},
      ${$('dueTimes')}, ${$('blockedStatuses')}, ${$('endedStatuses')}, ${$.json('failing')}, ${$('maxAttempts')},
      ${$('at')})`.as('since'),
  ),
);

export const FAIL_PENDING = prepare<Readonly<{ endpointId: EndpointId; limit: number; at: Date }>>()(($) =>
  db.selectNoFrom(sql<number>`fail_pending_deliveries(${$('endpointId')}, ${$('limit')}, ${$('at')})`.as('count')),
);

export const RELEASE = prepare<Readonly<{ endpointId: EndpointId; wakeUps: number; owner: string }>>()(($) =>
  db.selectNoFrom(sql`release_endpoint(${$('endpointId')}, ${$('wakeUps')}, ${$('owner')})`.as('released')),
);

export const REMOVE_BEFORE = prepare<Readonly<{ time: Date; limit: number }>>()(($) =>
  db.selectNoFrom(sql<number>`remove_deliveries(${$('time')}, ${$('limit')})`.as('count')),
);

const MAX_COUNTED_ROWS = 100_000;

/** The first of an endpoint's pending deliveries is its oldest. */
export const BACKLOG = prepare()(() =>
  db.selectNoFrom([
    db
      .selectFrom(
        db
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('status', '=', 'pending')
          .orderBy('endpoint_id')
          .orderBy('next_attempt_at')
          .limit(MAX_COUNTED_ROWS)
          .as('counted'),
      )
      .select(sql<number>`count(*)::integer`.as('count'))
      .as('pending'),
    db
      .selectFrom('webhook_queues')
      .crossJoinLateral((eb) =>
        eb
          .selectFrom('webhook_deliveries')
          .select('created_at')
          .where('endpoint_id', '=', QUEUE_ENDPOINT)
          .where('status', '=', 'pending')
          .orderBy('sequence')
          .limit(1)
          .as('first'),
      )
      .select(({ fn }) => fn.min('first.created_at').as('created_at'))
      .where('next_due', 'is not', null)
      .as('oldest'),
  ]),
);
