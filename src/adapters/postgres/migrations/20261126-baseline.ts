import { Migration } from '@mikro-orm/migrations';
import { LAST_FORMER_MIGRATION } from './former-version.ts';
import { functionNames } from './schema-files.ts';

/** Of the shop: the role may see others. */
const SCHEMA = "(select relnamespace from pg_class where oid = 'migrations'::regclass)";

/**
 * A NOT NULL constraint that was renamed with its table or column gets the name that it has in a new database, and the
 * functions lose the indentation that they had in the former migrations.
 */
const tidyUp = (functions: readonly string[]): string => `
  do $$
  declare
    statement text;
  begin
    for statement in
      select format('alter table %I rename constraint %I to %I', relname, conname, present)
      from pg_constraint join pg_class c on c.oid = conrelid join pg_attribute on attrelid = c.oid and attnum = conkey[1],
        format('%s_%s_not_null', relname, attname) as present
      where relnamespace = ${SCHEMA} and contype = 'n' and conname <> present
        and relname in ('discount_uses', 'gateway_webhooks', 'idempotency_records', 'ledger_entries', 'mail_requests',
          'payments', 'publisher_offsets', 'webhook_deliveries', 'webhook_queues')
      union all
      select replace(pg_get_functiondef(oid), E'\\n      ', E'\\n') from pg_proc
      where pronamespace = ${SCHEMA} and prosqlbody is null and proname in (${functions.map(literal)})
    loop
      execute statement;
    end loop;
  end $$`;

const literal = (name: string): string => `'${name}'`;

/** Reasons of the schema, which are shown beside it. */
const COMMENTS = {
  'column products.parent_id':
    'A variant is a product that names its parent. Lists show products without variants, so their indexes omit them.',
  'index products_category_price':
    'With the time, so that the newest of a category and a range of prices are found without their rows.',
  'index products_created_at': 'With what facets are counted by, so that a count reads no products.',
  'index product_search_words': 'With a short pending list, since every search reads it.',
  'index categories_slug':
    'An index with a condition is no key: an update of its column does not wait for the products of the category.',
  'index webhook_deliveries_ended':
    'No summary of blocks: those that are filled again after a removal would seem old forever.',
  'index webhook_deliveries_resource': 'For erasures.',
  'column users.search_grams':
    'With the default statistics, the planner takes every other n-gram for frequent, and reads all users for a rare one.',
  'column invoice_files.pdf': 'Compressed already.',
  'table webhook_queues': 'Outlives its endpoint until the last delivery is removed, so there is no reference.',
  'table rate_limits': 'Unlogged: the counts of a minute are not worth a disk write, and a crash may forget them.',
  'table idempotency_reservations': 'Unlogged: a crash of the database ends them, too.',
};

/** Gives the databases of earlier versions the schema of a new one. The version before can still use them. */
export class Baseline extends Migration {
  override up(): void {
    this.addSql(tidyUp(functionNames()));
    for (const [object, reason] of Object.entries(COMMENTS)) this.addSql(`comment on ${object} is '${reason}'`);
    this.addSql('delete from schema_requirements');
    this.addSql(`insert into schema_requirements values ('${LAST_FORMER_MIGRATION}')`);
  }
}
