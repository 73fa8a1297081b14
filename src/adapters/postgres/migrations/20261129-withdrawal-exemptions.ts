import { Migration } from '@mikro-orm/migrations';

/** No product is exempt before, and former orders recorded nothing. Variants, which have none of their own, inherit. */
export class WithdrawalExemptions extends Migration {
  override up(): void {
    this.addSql('alter table products add column withdrawal_exemption text');
    this.addSql('alter table order_items add column withdrawal_exemption text');
    // in the order of the fields that are inherited: before the status, the weight and the images
    this.addSql(`update products set
        inherited = (
          select array_agg(field order by position)
          from unnest(inherited || array['withdrawal_exemption']) field,
            array_position(array['category_id', 'tax_category', 'withdrawal_exemption', 'status', 'weight', 'images'], field) position),
        version = version + 1,
        updated_at = now()
      where parent_id is not null`);
  }
}
