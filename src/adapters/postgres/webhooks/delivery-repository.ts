import { notFound } from '#core/shared/domain-error.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Json } from '#core/shared/page.ts';
import type { DeliveryId } from '#core/webhooks/delivery.ts';
import type { DeliveryRepository, ReplayRange } from '#core/webhooks/delivery-repository.ts';
import type { DeliveryView } from '#core/webhooks/delivery-view.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { STATEMENTS } from './delivery-statements.ts';
import { FIND_DELIVERY } from './webhook-queries.ts';

type Replayed = Readonly<{
  id: Id<'evt'>;
  eventType: string;
  resourceId: Id;
  createdAt: string;
  position: string;
}>;

export class PostgresDeliveryRepository implements DeliveryRepository {
  readonly #session: TransactionSession;
  readonly #ids: IdGenerator;

  constructor(session: TransactionSession, ids: IdGenerator) {
    this.#session = session;
    this.#ids = ids;
  }

  async retry(endpointId: EndpointId, id: DeliveryId, at: Date): Promise<Json<DeliveryView>> {
    const [[asked], [found]] = await Promise.all([
      this.#session.query<{ count: number }>({ text: STATEMENTS.REQUEUE, values: [endpointId, [id], at] }),
      this.#session.query<{ view: Json<DeliveryView> }>({ text: FIND_DELIVERY, values: [endpointId, id] }),
    ]);
    if (found === undefined || asked?.count !== 1) throw notFound('delivery', id);
    return found.view;
  }

  async replay(
    endpoint: WebhookEndpoint,
    range: ReplayRange,
    at: Date,
  ): Promise<Readonly<{ count: number; last: Date | null }>> {
    const events = await this.#eventsToReplay(endpoint.id, range);
    const inOrder = [...events].sort((a, b) => Number(a.position) - Number(b.position));
    const columns = [
      inOrder.map(() => this.#ids.next('dlv')),
      inOrder.map(({ id }) => id),
      inOrder.map(({ eventType }) => eventType),
      inOrder.map(({ resourceId }) => resourceId),
    ];
    // what is added to the queue waits from here on, so nothing is read any more
    this.#session.send({ text: STATEMENTS.REPLAY, values: [endpoint.id, ...columns, at] });
    const last = events.length < range.limit ? undefined : events.at(-1);
    return { count: events.length, last: last === undefined ? null : new Date(last.createdAt) };
  }

  async #eventsToReplay(id: EndpointId, { types, from, to, status, limit }: ReplayRange): Promise<Replayed[]> {
    const values = [types, from, to, limit];
    if (status === undefined) return this.#session.query({ text: STATEMENTS.REPLAY_ALL, values });
    const many = await this.#session.query({ text: STATEMENTS.HAS_MANY, values: [id, status] });
    const text = many.length > 0 ? STATEMENTS.REPLAY_OF_MANY : STATEMENTS.REPLAY_OF_FEW;
    return this.#session.query({ text, values: [...values, id, status] });
  }

  async wake(endpointId: EndpointId, at: Date): Promise<void> {
    this.#session.send({ text: STATEMENTS.WAKE, values: [endpointId, at] });
  }

  async erase(resourceIds: readonly Id[]): Promise<void> {
    this.#session.send({ text: STATEMENTS.ERASE, values: [resourceIds] });
  }
}
