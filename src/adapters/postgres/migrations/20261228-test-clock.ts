import { Migration } from '@mikro-orm/migrations';

/** How far business time is ahead, in test environments. */
export class TestClock extends Migration {
  override up(): void {
    this.addSql(`
      create table test_clock (
        id smallint primary key default 1 check (id = 1), offset_ms bigint not null, target timestamptz(3),
        lease_owner text, leased_until timestamptz(3)
      )`);
    this.addSql('insert into test_clock (offset_ms) values (0)');
  }
}
