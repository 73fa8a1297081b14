import { Migration } from '@mikro-orm/migrations';

/** Ids sort by bytes: they are made to sort by time, and a language's collation would only slow them down. */
const ID = 'text collate "C"';

export class Foundation extends Migration {
  override up(): void {
    this.addSql(`
      create table users (
        id ${ID} primary key,
        version integer not null default 1,
        email text not null,
        email_key text not null,
        name text,
        password_hash text,
        role text not null,
        permissions jsonb not null,
        status text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint users_email_key unique (email_key)
      )`);
    this.addSql(`create index users_owner on users (id) where role = 'owner'`);

    this.addSql(`
      create table api_keys (
        id ${ID} primary key,
        version integer not null default 1,
        user_id ${ID} not null references users (id),
        name text not null,
        prefix text not null,
        hash text collate "C" not null,
        scopes jsonb not null,
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        last_used_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint api_keys_hash unique (hash)
      )`);
    this.addSql('create index api_keys_user on api_keys (user_id)');
    this.addSql('create index api_keys_created on api_keys (created_at, id)');

    this.addSql(`
      create table sessions (
        id ${ID} primary key,
        user_id ${ID} not null references users (id),
        hash text collate "C" not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        constraint sessions_hash unique (hash)
      )`);
    this.addSql('create index sessions_user on sessions (user_id)');
    this.addSql('create index sessions_expires on sessions (expires_at)');

    this.addSql(`
      create table categories (
        id ${ID} primary key,
        version integer not null default 1,
        name text collate "C" not null,
        slug text collate "C" not null,
        parent_id ${ID} references categories (id),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint categories_name unique (name),
        constraint categories_slug unique (slug)
      )`);
    this.addSql('create index categories_parent on categories (parent_id)');
    this.addSql('create index categories_created on categories (created_at, id)');

    // price is the truth in minor units; price_major is the number shown, by which prices of all currencies sort
    this.addSql(`
      create table products (
        id ${ID} primary key,
        version integer not null default 1,
        name text collate "C" not null,
        price bigint not null check (price >= 0),
        price_major numeric(16, 4) not null,
        currency text collate "C" not null,
        description text,
        category_id ${ID} references categories (id),
        sku text collate "C",
        status text collate "C" not null check (status in ('draft', 'active', 'archived')),
        stock integer check (stock >= 0),
        images json not null,
        attributes jsonb not null,
        metadata json not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint products_sku unique (sku)
      )`);
    for (const column of ['created_at', 'updated_at', 'price_major', 'name']) {
      this.addSql(`create index products_${column} on products (${column}, id)`);
      this.addSql(`create index products_status_${column} on products (status, ${column}, id)`);
    }
    this.addSql('create index products_category_created on products (category_id, created_at, id)');
    this.addSql('create index products_category_price on products (category_id, price_major, id)');
    this.addSql('create index products_category_status on products (category_id, status)');
    this.addSql('create index products_currency on products (currency, created_at, id)');
    this.addSql('create index products_attributes on products using gin (attributes jsonb_path_ops)');
    const available = `status = 'active' and (stock is null or stock > 0)`;
    this.addSql(`create index products_available on products (created_at, id) where ${available}`);
    this.addSql(`create index products_unavailable on products (created_at, id) where not (${available})`);

    this.addSql(`
      create table events (
        id ${ID} primary key,
        type text not null,
        resource_id ${ID} not null,
        sequence integer not null,
        resource_version integer not null default 1,
        data json not null,
        previous json not null,
        created_at timestamptz(3) not null,
        constraint events_resource_sequence unique (resource_id, sequence)
      )`);

    this.addSql(`
      create table answers (
        account text collate "C" not null,
        operation text collate "C" not null,
        key text collate "C" not null,
        fingerprint text not null,
        status smallint not null,
        headers json not null,
        body text not null,
        created_at timestamptz(3) not null,
        constraint answers_name primary key (account, operation, key)
      )`);
    this.addSql('create index answers_created on answers (created_at)');

    // not logged: the counts of a minute are not worth a disk write, and a crash may forget them
    this.addSql(`
      create unlogged table rate_limits (
        who text collate "C" primary key,
        full_at double precision not null
      )`);
  }
}
