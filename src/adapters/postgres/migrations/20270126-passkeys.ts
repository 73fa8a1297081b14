import { Migration } from '@mikro-orm/migrations';

/** Passkeys among the second factors, and the challenges that they are to sign. */
export class Passkeys extends Migration {
  override up(): void {
    this.addSql('alter table second_factors alter secret drop not null, add credential json');
    this.addSql(`
      create table passkey_challenges (
        challenge text collate "C" primary key, user_id text collate "C" not null references users (id),
        expires_at timestamptz(3) not null
      )`);
    this.addSql('create index passkey_challenges_user on passkey_challenges (user_id, expires_at)');
    this.addSql('create index passkey_challenges_expiry on passkey_challenges (expires_at)');
  }
}
