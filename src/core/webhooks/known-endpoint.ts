import type { Clock } from '#core/shared/clock.ts';
import type { EndpointId, WebhookEndpoint } from './webhook-endpoint.ts';
import type { WebhookQueries } from './webhook-queries.ts';

/** What is known of an endpoint may be so old. */
const FRESH_MS = 1_000;

type Deps = Readonly<{ queries: Pick<WebhookQueries, 'findEndpoint'>; clock: Clock }>;

/** An endpoint as it was a moment ago, so that it is not read for every delivery. */
export class KnownEndpoint {
  readonly #deps: Deps;
  readonly #id: EndpointId;
  #endpoint: WebhookEndpoint | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(deps: Deps, id: EndpointId) {
    this.#deps = deps;
    this.#id = id;
  }

  /** As it was read last; undefined before, and once it is gone. */
  get current(): WebhookEndpoint | undefined {
    return this.#endpoint;
  }

  /** It may have changed: it is read anew when it is asked for. */
  doubt(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  get isDoubted(): boolean {
    return this.#readAt === Number.NEGATIVE_INFINITY;
  }

  get isOld(): boolean {
    return this.#now() - this.#readAt >= FRESH_MS;
  }

  async isEnabled(): Promise<boolean> {
    if (this.isOld) {
      const now = this.#now();
      this.#endpoint = await this.#deps.queries.findEndpoint(this.#id);
      this.#readAt = now;
    }
    return this.#endpoint?.enabled === true;
  }

  #now(): number {
    return this.#deps.clock.now().getTime();
  }
}
