import { notFound } from '#core/shared/domain-error.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Json } from '#core/shared/page.ts';
import type { DeliveryId, DeliveryView } from '#core/webhooks/delivery.ts';
import type { DeliveryRepository, ReplayRange } from '#core/webhooks/ports.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import type { RecentDeliveries } from '#core/webhooks/webhook-endpoint-view.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import {
  ERASE,
  EVENTS_IN_RANGE,
  EVENTS_OF_FEW_DELIVERIES,
  EVENTS_WITH_STATUS,
  HAS_MANY_DELIVERIES,
  REPLAY,
  REQUEUE,
  WAKE,
} from './replay-statements.ts';
import { COUNT_RECENT, DELIVERY_VIEW } from './webhook-views.ts';

export class PostgresDeliveryRepository implements DeliveryRepository {
  readonly #session: TransactionSession;
  readonly #ids: IdGenerator;

  constructor(session: TransactionSession, ids: IdGenerator) {
    this.#session = session;
    this.#ids = ids;
  }

  async retry(endpointId: EndpointId, id: DeliveryId, at: Date): Promise<Json<DeliveryView>> {
    const [[requeued], [found]] = await Promise.all([
      this.#session.query(REQUEUE({ endpointId, ids: [id], at })),
      this.#session.query(DELIVERY_VIEW.find({ id })),
    ]);
    if (found?.endpoint_id !== endpointId || requeued?.count !== 1) throw notFound('delivery', id);
    return DELIVERY_VIEW.show(found);
  }

  async countRecent(endpointId: EndpointId): Promise<RecentDeliveries> {
    const [found] = await this.#session.query(COUNT_RECENT({ id: endpointId }));
    return found?.recent ?? { succeeded: 0, failed: 0 };
  }

  async replay(
    endpoint: WebhookEndpoint,
    range: ReplayRange,
    at: Date,
  ): Promise<Readonly<{ count: number; last: Date | null }>> {
    const events = await this.#eventsToReplay(endpoint.id, range);
    const inOrder = [...events].sort((a, b) => Number(a.position) - Number(b.position));
    // the events are read before the queue is locked
    this.#session.send(
      REPLAY({
        endpointId: endpoint.id,
        ids: inOrder.map(() => this.#ids.next('dlv')),
        events: inOrder.map(({ id }) => id),
        types: inOrder.map(({ eventType }) => eventType),
        resources: inOrder.map(({ resourceId }) => resourceId),
        at,
      }),
    );
    const last = events.length < range.limit ? undefined : events.at(-1);
    return { count: events.length, last: last?.createdAt ?? null };
  }

  async #eventsToReplay(endpointId: EndpointId, { status, ...range }: ReplayRange) {
    if (status === undefined) return this.#session.query(EVENTS_IN_RANGE(range));
    const many = await this.#session.query(HAS_MANY_DELIVERIES({ endpointId, status }));
    const statement = many.length > 0 ? EVENTS_WITH_STATUS : EVENTS_OF_FEW_DELIVERIES;
    return this.#session.query(statement({ ...range, endpointId, status }));
  }

  async wake(endpointId: EndpointId, at: Date): Promise<void> {
    this.#session.send(WAKE({ endpointId, at }));
  }

  async erase(resourceIds: readonly Id[]): Promise<void> {
    this.#session.send(ERASE({ resources: resourceIds }));
  }
}
