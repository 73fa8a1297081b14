import { Migration } from '@mikro-orm/migrations';

/** Whether a plan, which is not removed while it is used, sends goods from the stock. */
const hasGoods = (plan: string): string => `exists (
  select from plans p join products t on t.id = p.product_id where p.id = ${plan}->>'planId' and t.stock is not null)`;

/**
 * A charge says whether goods were ordered for it and whether it is still to be paid. What waits for the next invoice is
 * sent only where there are goods. Goods that are not paid are counted with unpaid orders.
 */
export class GoodsOfCharges extends Migration {
  override up(): void {
    this.addSql('alter table subscriptions add column goods_client text, add column expires_at timestamptz(3)');
    this.addSql(
      'create index subscriptions_goods_client on subscriptions (goods_client) where goods_client is not null',
    );
    this.addSql(`update subscriptions s set charges = (
        select json_agg(each::jsonb
            || case when ${hasGoods("each->'plan'")} and each#>>'{plan,quantity}' <> '0'
              then '{"hasGoods": true}' else '{}' end::jsonb
            || case when exists (
                select from invoices i where i.id = each->>'invoiceId' and i.status in ('draft', 'open'))
              then '{"isOwed": true}' else '{}' end::jsonb
          order by place)
        from json_array_elements(s.charges) with ordinality as charged (each, place))
      where json_array_length(s.charges) > 0`);
    this.addSql(`update subscriptions s set unbilled = (
        select json_agg(case when ${hasGoods("each->'plan'")} then each::jsonb else each::jsonb - 'isSent' end
          order by place)
        from json_array_elements(s.unbilled) with ordinality as waiting (each, place))
      where s.unbilled::text like '%"isSent"%'`);
  }
}
