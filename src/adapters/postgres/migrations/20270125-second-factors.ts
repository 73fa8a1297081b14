import { Migration } from '@mikro-orm/migrations';

/** Second factors of users, and their recovery codes. */
export class SecondFactors extends Migration {
  override up(): void {
    this.addSql(`
      create table second_factors (
        id text collate "C" primary key, version integer not null,
        user_id text collate "C" not null references users (id),
        type text collate "C" not null, name text not null, status text collate "C" not null,
        secret text not null, last_time_step integer, confirmed_at timestamptz(3), last_used_at timestamptz(3),
        created_at timestamptz(3) not null, updated_at timestamptz(3) not null
      )`);
    this.addSql('create index second_factors_user on second_factors (user_id, created_at, id)');
    this.addSql(`
      create table recovery_codes (
        hash text collate "C" primary key, user_id text collate "C" not null references users (id)
      )`);
    this.addSql('create index recovery_codes_user on recovery_codes (user_id)');
  }
}
