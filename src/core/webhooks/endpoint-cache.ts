import type { OwnedEndpoint } from './endpoint-access.ts';
import type { EndpointId } from './webhook-endpoint.ts';
import type { WebhookQueries } from './webhook-queries.ts';

/** Caches an endpoint, so that it is not read for every delivery. */
export class EndpointCache {
  readonly #queries: Pick<WebhookQueries, 'findEndpoint'>;
  readonly #id: EndpointId;
  #endpoint: OwnedEndpoint | undefined;
  #invalidations = 1;
  /** The number of invalidations before the last read. */
  #readAfter = 0;

  constructor(queries: Pick<WebhookQueries, 'findEndpoint'>, id: EndpointId) {
    this.#queries = queries;
    this.#id = id;
  }

  /** The cached endpoint; undefined before the first read and after its deletion. */
  get current(): OwnedEndpoint | undefined {
    return this.#endpoint;
  }

  /** Marks the cache stale: the endpoint is read again on the next use. */
  invalidate(): void {
    this.#invalidations += 1;
  }

  /** Whether the endpoint must be read again. */
  get isStale(): boolean {
    return this.#readAfter !== this.#invalidations;
  }

  async isEnabled(): Promise<boolean> {
    if (this.isStale) {
      // an invalidation during the read must outlast it
      const invalidations = this.#invalidations;
      this.#endpoint = await this.#queries.findEndpoint(this.#id);
      this.#readAfter = invalidations;
    }
    return this.#endpoint?.enabled === true;
  }
}
