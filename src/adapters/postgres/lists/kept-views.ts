import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Json } from '#core/shared/page.ts';
import { batchReads } from '../connection/shared-reads.ts';
import type { Placeholders } from '../statements/prepare.ts';
import { hideFromPlanner } from '../statements/sql-builder.ts';
import type { PageItems } from './page-query.ts';

/** A view with a text that changes with each commit that changes the view. */
export type VersionedView<View> = Readonly<{ id: string; rowVersion: string; view: Json<View> }>;

/** The ids of rows, and the version of each that its reader has. */
export type KnownRows = Readonly<{ ids: readonly string[]; versions: readonly (string | null)[] }>;

/** A row whose view is null if its reader has it. */
export type UnlessKnown<Found extends Readonly<{ view: Json<unknown> }>> = Omit<Found, 'view'> &
  Readonly<{ view: Found['view'] | null }>;

/** The rows `known`, to be joined to those of a table. */
export const knownRows = <RowId extends string>(
  $: Placeholders<KnownRows>,
): RawBuilder<{ id: RowId; row_version: string | null }> =>
  sql`unnest(${hideFromPlanner(sql`${$('ids')}::text[]`)}, ${hideFromPlanner(sql`${$('versions')}::text[]`)})`;

type ReadChanged<Found extends VersionedView<unknown>> = (known: KnownRows) => Promise<readonly UnlessKnown<Found>[]>;

type Options = Readonly<{
  /** Of all kept views together. */
  maxCharacters: number;
  /** How many views are read at once: as many as the largest make some megabytes. */
  maxKeys: number;
}>;

/** Two, so that a slow batch does not delay all others. */
const MAX_BATCHES = 2;

/** The views of a table's rows, of which only those are read again that have changed. */
export class KeptViews<Found extends VersionedView<unknown>> {
  readonly #kept: LRUCache<string, Found>;
  /** The view as the database has it. Asks for others at the same time together with it. */
  readonly find: (id: string) => Promise<Found | undefined>;

  constructor(readChanged: ReadChanged<Found>, { maxCharacters, maxKeys }: Options) {
    this.#kept = new LRUCache({ maxSize: maxCharacters, sizeCalculation: ({ view }) => view.length });
    this.find = batchReads((ids) => this.#findMany(readChanged, ids), { maxBatches: MAX_BATCHES, maxKeys });
  }

  /** The views of a page whose items are row versions; undefined if a row was changed since the page was read. */
  async viewsOf(items: PageItems['items']): Promise<Found['view'][] | undefined> {
    const kept = items.map(({ id, item }) => sameVersion(this.#kept.get(id), item));
    const views = kept.includes(undefined)
      ? await Promise.all(items.map(async ({ id, item }, at) => kept[at] ?? sameVersion(await this.find(id), item)))
      : kept;
    const present = views.filter((view) => view !== undefined);
    return present.length < items.length ? undefined : present;
  }

  async #findMany(readChanged: ReadChanged<Found>, ids: readonly string[]): Promise<ReadonlyMap<string, Found>> {
    const known = new Map(ids.map((id) => [id, this.#kept.get(id)]));
    const rows = await readChanged({ ids, versions: ids.map((id) => known.get(id)?.rowVersion ?? null) });
    const found = new Map<string, Found>();
    for (const row of rows) {
      const same = row.view === null ? known.get(row.id) : (row as Found);
      if (same === undefined) continue;
      found.set(row.id, same);
      if (row.view !== null) this.#kept.set(row.id, same);
    }
    return found;
  }
}

const sameVersion = <Found extends VersionedView<unknown>>(
  found: Found | undefined,
  version: string,
): Found['view'] | undefined => (found?.rowVersion === version ? found.view : undefined);
