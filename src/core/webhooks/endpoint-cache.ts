import type { EndpointId, WebhookEndpoint } from './webhook-endpoint.ts';
import type { WebhookQueries } from './webhook-queries.ts';

/** An endpoint as it was read last, so that it is not read for every delivery. */
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

  /** As it was read last; undefined before, and once it is gone. */
  get current(): WebhookEndpoint | undefined {
    return this.#endpoint;
  }

  /** It may have changed: it is read anew when it is asked for. */
  doubt(): void {
    this.#doubts += 1;
  }

  /** Whether it may have changed since it was read, or was not read yet. */
  get isStale(): boolean {
    return this.#settled !== this.#doubts;
  }

  async isEnabled(): Promise<boolean> {
    if (this.isStale) {
      // what is doubted meanwhile is not settled by this
      const doubts = this.#doubts;
      this.#endpoint = await this.#queries.findEndpoint(this.#id);
      this.#settled = doubts;
    }
    return this.#endpoint?.enabled === true;
  }
}
