import { sql } from 'kysely';
import type { PublisherOffsets } from '#core/events/ports.ts';
import type { LeaseRequest } from '#core/shared/lease.ts';
import type { Database } from '../connection/database.ts';
import { isUnleased, leased, UNLEASED } from '../statements/lease-columns.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

type Claim = LeaseRequest & Readonly<{ publisher: string }>;

const CLAIM = prepare<Claim>()(($) =>
  db
    .insertInto('publisher_offsets')
    .values({ publisher: $('publisher'), position: '0', ...leased($) })
    .onConflict((conflict) =>
      conflict
        .column('publisher')
        .doUpdateSet(leased($))
        .where(({ or, eb }) =>
          or([eb('publisher_offsets.lease_owner', '=', $('owner')), isUnleased('publisher_offsets', $('at'))]),
        ),
    )
    .returning('position'),
);

const ADVANCE = prepare<Claim & Readonly<{ position: string }>>()(($) =>
  db
    .updateTable('publisher_offsets')
    .set({ position: sql<string>`greatest(position, ${$('position')}::bigint)`, leased_until: $('until') })
    .where('publisher', '=', $('publisher'))
    .where('lease_owner', '=', $('owner'))
    .returning('publisher'),
);

const RELEASE = prepare<Readonly<{ publisher: string; owner: string }>>()(($) =>
  db
    .updateTable('publisher_offsets')
    .set(UNLEASED)
    .where('publisher', '=', $('publisher'))
    .where('lease_owner', '=', $('owner')),
);

const POSITIONS = prepare()(() => db.selectFrom('publisher_offsets').select(['publisher', 'position']));

export class PostgresPublisherOffsets implements PublisherOffsets {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async claim(publisher: string, lease: LeaseRequest): Promise<number | undefined> {
    const [claimed] = await this.#database.queryInBackground(CLAIM({ publisher, ...lease }));
    return claimed && Number(claimed.position);
  }

  async advance(publisher: string, position: number, lease: LeaseRequest): Promise<boolean> {
    const advanced = await this.#database.queryInBackground(
      ADVANCE({ publisher, position: String(position), ...lease }),
    );
    return advanced.length > 0;
  }

  async release(publisher: string, owner: string): Promise<void> {
    await this.#database.queryInBackground(RELEASE({ publisher, owner }));
  }

  async positions(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.queryInBackground(POSITIONS({}));
    return new Map(rows.map(({ publisher, position }) => [publisher, Number(position)]));
  }
}
