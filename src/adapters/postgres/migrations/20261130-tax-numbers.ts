import { Migration } from '@mikro-orm/migrations';

/**
 * The tax id of a customer's newest subscription is confirmed where its last invoice was exempt: nobody is there when a
 * period is billed, who could see that tax is charged from now on. Zeros alone are nobody's number.
 */
export class TaxNumbers extends Migration {
  override up(): void {
    this.addSql(`alter table users
      add column tax_id text,
      add column tax_id_confirmed_at timestamptz(3),
      add column tax_id_confirmed_by text collate "C"`);
    this.addSql(`update users set tax_id = kept.tax_id, tax_id_confirmed_at = now(), version = version + 1, updated_at = now()
      from (
        select distinct on (s.user_id) s.user_id, upper(regexp_replace(s.tax_id, '[\\s.-]', '', 'g')) as tax_id
        from subscriptions s join invoices i on i.id = s.latest_invoice_id
        where s.tax_id ~ '[1-9]' and i.tax_exemption is not null and s.status <> 'cancelled'
        order by s.user_id, s.created_at desc) kept
      where users.id = kept.user_id`);
  }
}
