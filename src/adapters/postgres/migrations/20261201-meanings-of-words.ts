import { Migration } from '@mikro-orm/migrations';

/**
 * Words are found by other forms and as parts of compounds, and products by joined words, by phrases and without the tags of
 * their descriptions: the words of all are computed anew in the background. The default is for processes of the version
 * before, which know no stale words.
 */
export class MeaningsOfWords extends Migration {
  override up(): void {
    this.addSql('alter table search_words add column is_stale boolean not null default true');
    this.addSql('alter table search_words add column is_public boolean not null default false');
    this.addSql('create index search_words_stale on search_words (word) where is_stale');
    // a new column, since an update would write every row and its index entries again
    this.addSql('alter table product_search drop column is_stale');
    this.addSql('alter table product_search add column is_stale boolean not null default true');
    this.addSql('create index product_search_stale on product_search (product_id) where is_stale');
    this.addSql(`alter table shop add column search_languages text[] collate "C" not null default '{en,de}'`);
    this.addSql(`alter table shop add column search_synonyms json not null default '[]'`);
  }
}
