import { Migration } from '@mikro-orm/migrations';

/** Adds the keys of requests whose external effects are in progress. A crash of the database ends them, too. */
export class IdempotencyReservations extends Migration {
  override up(): void {
    this.addSql(`
      create unlogged table idempotency_reservations (
        account text collate "C" not null,
        operation text collate "C" not null,
        key text collate "C" not null,
        reserved_until timestamptz(3) not null,
        primary key (account, operation, key)
      )`);
  }
}
