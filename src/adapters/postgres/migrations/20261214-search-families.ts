import { Migration } from '@mikro-orm/migrations';

/**
 * Adds to the words of a product what a search needs of it, so that a search for common words reads no other products.
 * All rows change: the index on words is faster built again than changed with each.
 */
export class SearchFamilies extends Migration {
  override up(): void {
    this.addSql('drop index product_search_words');
    this.addSql('alter table product_search add root_id text collate "C"');
    this.addSql('alter table product_search add is_on_sale boolean');
    this.addSql(`
      update product_search s set root_id = p.root_id, is_on_sale = (p.status = 'active' and p.parent_active)
      from products p where p.id = s.product_id`);
    this.addSql('alter table product_search alter root_id set not null');
    this.addSql('alter table product_search alter is_on_sale set not null');
    this.addSql('create index product_search_root on product_search (root_id)');
    this.addSql(
      'create index product_search_words on product_search using gin (words) with (gin_pending_list_limit = 256)',
    );
  }
}
