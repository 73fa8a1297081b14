import { Migration } from '@mikro-orm/migrations';

export class ShopSettings extends Migration {
  override up(): void {
    this.addSql(`
      create table shop (
        id text collate "C" primary key check (id = 'shop_00000000000000000000000000'),
        version integer not null,
        name text not null,
        legal_name text,
        address json,
        tax_id text,
        email text,
        logo_url text,
        time_zone text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql(`
      insert into shop (id, version, name, time_zone, created_at, updated_at)
      values ('shop_00000000000000000000000000', 1, 'Shop', 'UTC', now(), now())`);
  }
}
