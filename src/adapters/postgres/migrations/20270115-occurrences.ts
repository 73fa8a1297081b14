import { Migration } from '@mikro-orm/migrations';

/**
 * Records sign-ins, stock-outs and failed webhooks in the transactions in which they happen. Rows are only added, so that
 * no two writers wait for each other; the conditions of the triggers cost no call for other changes.
 */
export class Occurrences extends Migration {
  override up(): void {
    this.addSql(`
      create table analytics_occurrences (
        id bigint generated always as identity primary key,
        kind text not null check (kind in ('sign_in', 'stock_out', 'failed_webhook')),
        at timestamptz(3) not null
      )`);
    this.addSql(`
      alter table analytics_rollups
        add column sign_ins numeric,
        add column stock_outs numeric,
        add column failed_webhooks numeric`);
    this.#record({
      kind: 'sign_in',
      after: 'insert',
      table: 'sessions',
      at: 'created_at',
      when: 'true',
    });
    this.#record({
      kind: 'stock_out',
      after: 'update of stock',
      table: 'products',
      at: 'updated_at',
      when: 'old.stock > 0 and new.stock = 0',
    });
    this.#record({
      kind: 'failed_webhook',
      after: 'update of status',
      table: 'webhook_deliveries',
      at: 'updated_at',
      when: "old.status = 'pending' and new.status = 'failed'",
    });
  }

  #record({ kind, after, table, at, when }: Recorded): void {
    this.addSql(`
      create function record_${kind}() returns trigger language plpgsql as $$
      begin
        insert into analytics_occurrences (kind, at) values ('${kind}', new.${at});
        return null;
      end $$`);
    this.addSql(`
      create trigger ${table}_${kind} after ${after} on ${table} for each row when (${when})
      execute function record_${kind}()`);
  }
}

type Recorded = Readonly<{
  kind: string;
  after: string;
  table: string;
  /** The column with its time. */
  at: string;
  when: string;
}>;
