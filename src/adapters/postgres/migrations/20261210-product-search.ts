import { Migration } from '@mikro-orm/migrations';

/**
 * Adds what products are found by. A background task computes the words of the existing products. The pending lists of
 * the indexes are short, since every search reads them.
 */
export class ProductSearch extends Migration {
  override up(): void {
    this.addSql(`
      create table product_search (
        product_id text collate "C" primary key references products (id) on delete cascade,
        words tsvector not null,
        name_length smallint not null,
        is_stale boolean not null
      )`);
    this.addSql(`insert into product_search select id, '', 0, true from products`);
    this.addSql(
      'create index product_search_words on product_search using gin (words) with (gin_pending_list_limit = 256)',
    );
    this.addSql('create index product_search_stale on product_search (product_id) where is_stale');
    this.addSql('create table search_words (word text collate "C" primary key, edit_keys text[] collate "C" not null)');
    this.addSql(
      'create index search_words_edit_keys on search_words using gin (edit_keys) with (gin_pending_list_limit = 256)',
    );
  }
}
