// Why: docs/decisions/0062-keys-of-emails.md

import { Migration } from '@mikro-orm/migrations';
import { emailKey } from '#core/shared/mail.ts';

/** What keys may have changed of: other characters than ASCII, and internationalized domains in ASCII. */
const MAY_DIFFER = `(octet_length(email_key) <> length(email_key) or email_key like '%xn--%')`;

/** The tables with the e-mail itself, and those with its key alone. Another process may have a mail in hand: requests stay. */
const WITH_EMAIL = ['orders', 'withdrawals'] as const;
const WITH_KEY = ['discount_uses', 'one_time_tokens'] as const;

type Known = Readonly<{ email: string; email_key: string }>;

/**
 * The keys of e-mails whose mails go to one mailbox are equal. Of accounts that meet, one keeps the mailbox: the one that
 * has its key already, then one with a proved e-mail, then the oldest. The others keep their former keys, by which nobody
 * signs in, and `admin check` lists them.
 */
export class KeysOfEmails extends Migration {
  override async up(): Promise<void> {
    await this.#changeUsers();
    for (const table of WITH_EMAIL) {
      const rows = await this.#read(
        `select distinct email, email_key from ${table} where email is not null and ${MAY_DIFFER}`,
      );
      for (const { email, email_key: former } of rows) await this.#change(table, former, emailKey(email));
    }
    for (const table of WITH_KEY) {
      const rows = await this.#read(`select distinct email_key as email, email_key from ${table} where ${MAY_DIFFER}`);
      for (const { email, email_key: former } of rows) await this.#change(table, former, emailKey(email));
    }
  }

  async #changeUsers(): Promise<void> {
    const users = await this.#read(
      `select email, email_key from users where ${MAY_DIFFER}
        order by email_verified_at is null, created_at, id`,
    );
    for (const { email, email_key: former } of users) {
      const key = emailKey(email);
      if (key === former) continue;
      await this.execute(
        `update users set email_key = ? where email_key = ? and not exists (select 1 from users where email_key = ?)`,
        [key, former, key],
      );
    }
  }

  async #read(statement: string): Promise<readonly Known[]> {
    const rows = await this.execute(statement);
    return rows.map(({ email, email_key }) => ({ email: String(email), email_key: String(email_key) }));
  }

  async #change(table: string, former: string, key: string): Promise<void> {
    if (key === former) return;
    await this.execute(`update ${table} set email_key = ? where email_key = ?`, [key, former]);
  }
}
