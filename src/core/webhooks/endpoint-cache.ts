import type { EndpointId, WebhookEndpoint } from './webhook-endpoint.ts';
import type { WebhookQueries } from './webhook-queries.ts';

/** Caches an endpoint, so that it is not read for every delivery. */
export class EndpointCache {
  readonly #queries: Pick<WebhookQueries, 'findEndpoint'>;
  readonly #id: EndpointId;
  #endpoint: WebhookEndpoint | undefined;
  #doubts = 1;
  #settled = 0;

  constructor(queries: Pick<WebhookQueries, 'findEndpoint'>, id: EndpointId) {
    this.#queries = queries;
    this.#id = id;
  }

  /** The cached endpoint; undefined before the first read and after its deletion. */
  get current(): WebhookEndpoint | undefined {
    return this.#endpoint;
  }

  /** Marks the cache stale: the endpoint is read again on the next use. */
  doubt(): void {
    this.#doubts += 1;
  }

  /** Whether the endpoint must be read again. */
  get isStale(): boolean {
    return this.#settled !== this.#doubts;
  }

  async isEnabled(): Promise<boolean> {
    if (this.isStale) {
      // an invalidation during the read must outlast it
      const doubts = this.#doubts;
      this.#endpoint = await this.#queries.findEndpoint(this.#id);
      this.#settled = doubts;
    }
    return this.#endpoint?.enabled === true;
  }
}
