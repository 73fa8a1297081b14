import { Migration } from '@mikro-orm/migrations';

type Category = Readonly<{ id: string; name: string; parent_id: string | null }>;

/**
 * Gives categories an order, and names that are unique among siblings whatever their case and white space: of several,
 * the oldest gets the products of all. A product keeps the label that its last event showed.
 */
export class CategoryTree extends Migration {
  override async up(): Promise<void> {
    const rows = await this.execute('select id, name, parent_id from categories order by created_at, id');
    const categories = rows as unknown as Category[];
    this.addSql('alter table products add category_name text collate "C"');
    this.addSql('update products p set category_name = c.name from categories c where c.id = p.category_id');
    this.addColumns();
    this.mergeDuplicates(categories);
    this.addIndexes();
    this.announceMerged();
  }

  private addColumns(): void {
    this.addSql('alter table categories add name_key text collate "C"');
    this.addSql('alter table categories add position integer not null default 0');
    this.addSql('alter table categories add removed boolean not null default false');
    this.addSql('alter table categories drop constraint categories_name');
    this.addSql('alter table categories drop constraint categories_slug');
  }

  private mergeDuplicates(categories: readonly Category[]): void {
    const oldest = new Map<string, Category>();
    const tidied = categories.map((category) => {
      const key = keyOf(category.name);
      const place = `${category.parent_id} ${key}`;
      const kept = oldest.get(place) ?? category;
      oldest.set(place, kept);
      return { id: category.id, name: tidy(category.name), name_key: key, kept: kept.id };
    });
    this.addSql(`
      create temporary table tidied on commit drop as
      select * from json_to_recordset('${jsonLiteral(tidied)}') as row (id text, name text, name_key text, kept text)`);
    this.addSql(
      'update products p set category_id = t.kept from tidied t where t.id = p.category_id and t.id <> t.kept',
    );
    this.addSql('update categories c set parent_id = t.kept from tidied t where t.id = c.parent_id and t.id <> t.kept');
    this.addSql('delete from categories c using tidied t where t.id = c.id and t.id <> t.kept');
    this.addSql('update categories c set name = t.name, name_key = t.name_key from tidied t where t.id = c.id');
    this.addSql('alter table categories alter name_key set not null');
    this.addSql(`
      update categories c set position = ranked.rank from (
        select id, row_number() over (partition by parent_id order by created_at, id) - 1 as rank from categories
      ) ranked where ranked.id = c.id`);
  }

  /** An index with a condition or an expression is no key: an update of its columns does not wait for the products. */
  private addIndexes(): void {
    this.addSql(`
      create unique index categories_siblings on categories ((coalesce(parent_id, '')), name_key) where not removed`);
    this.addSql('create unique index categories_slug on categories (slug) where not removed');
    this.addSql('create index categories_name_key on categories (name_key)');
  }

  private announceMerged(): void {
    this.addSql(`
      create table category_announcements (
        category_id text collate "C" primary key references categories (id) on delete cascade,
        horizon bigint,
        after_created_at timestamptz(3),
        after_id text collate "C"
      )`);
    this.addSql(`
      insert into category_announcements (category_id)
      select distinct c.id from products p join categories c on c.id = p.category_id where p.category_name <> c.name`);
  }
}

const tidy = (name: string): string => name.trim().replace(/\s+/gu, ' ');

const keyOf = (name: string): string => tidy(name.normalize('NFKC')).toUpperCase().toLowerCase().normalize('NFKC');

/** Without the characters that end a literal or mark a parameter. */
const jsonLiteral = (value: unknown): string =>
  JSON.stringify(value).replace(/['?]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
