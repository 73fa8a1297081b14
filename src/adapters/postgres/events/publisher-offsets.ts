import type { PublisherOffsets } from '#core/events/publisher-offsets.ts';
import type { LeaseRequest } from '#core/shared/lease.ts';
import type { Database } from '../connection/database.ts';

const CLAIM = `
  insert into publications as p (publisher, position, owner, owned_until) values ($1, 0, $2, $4)
  on conflict (publisher) do update set owner = $2, owned_until = $4
    where p.owner is null or p.owner = $2 or p.owned_until <= $3
  returning position`;

const ADVANCE = `
  update publications set position = greatest(position, $3::bigint), owned_until = $4
  where publisher = $1 and owner = $2 returning 1`;

const RELEASE = 'update publications set owner = null, owned_until = null where publisher = $1 and owner = $2';

const POSITIONS = 'select publisher, position from publications';

export class PostgresPublisherOffsets implements PublisherOffsets {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async claim(publisher: string, { owner, at, until }: LeaseRequest): Promise<number | undefined> {
    const values = [publisher, owner, at, until];
    const [row] = await this.#database.work<{ position: string }>({ text: CLAIM, values });
    return row && Number(row.position);
  }

  async advance(publisher: string, position: number, { owner, until }: LeaseRequest): Promise<boolean> {
    const values = [publisher, owner, position, until];
    return (await this.#database.work({ text: ADVANCE, values })).length > 0;
  }

  async release(publisher: string, owner: string): Promise<void> {
    await this.#database.work({ text: RELEASE, values: [publisher, owner] });
  }

  async positions(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.work<{ publisher: string; position: string }>({ text: POSITIONS });
    return new Map(rows.map(({ publisher, position }) => [publisher, Number(position)]));
  }
}
