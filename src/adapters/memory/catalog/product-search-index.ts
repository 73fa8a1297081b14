import type { ProductSearchIndex } from '#core/catalog/ports.ts';

/** Nothing is stale: searches compute what they need. */
export class MemoryProductSearchIndex implements ProductSearchIndex {
  async indexStale(): Promise<number> {
    return 0;
  }
}
