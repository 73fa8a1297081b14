-- The present tables, sequences and views, of which new databases are made, with functions/ and initial-rows.sql.
-- Written by `npm run schema` from a migrated database; a test compares the two.

CREATE SEQUENCE order_numbers START 1001;

CREATE TABLE analytics_entries (
  generation integer NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  at timestamptz(3) NOT NULL,
  entries json NOT NULL,
  CONSTRAINT analytics_entries_pkey PRIMARY KEY (generation, subject_id, at)
);
CREATE INDEX analytics_entries_at ON analytics_entries (generation, at);

CREATE TABLE analytics_generations (
  generation integer NOT NULL,
  time_zone text NOT NULL,
  status text NOT NULL,
  "position" bigint NOT NULL,
  last_subject text COLLATE "C",
  counted integer DEFAULT 0 NOT NULL,
  CONSTRAINT analytics_generations_pkey PRIMARY KEY (generation),
  CONSTRAINT analytics_generations_status_check CHECK (status IN ('building', 'current', 'retired'))
);
CREATE UNIQUE INDEX analytics_generations_one ON analytics_generations (status) WHERE status <> 'retired';

CREATE TABLE analytics_labels (
  dimension text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  label text NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT analytics_labels_pkey PRIMARY KEY (dimension, key)
);

CREATE TABLE analytics_occurrences (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT analytics_occurrences_pkey PRIMARY KEY (id),
  CONSTRAINT analytics_occurrences_kind_check CHECK (kind IN ('sign_in', 'stock_out', 'failed_webhook'))
);

CREATE TABLE analytics_purchases (
  generation integer NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  buyer text COLLATE "C" NOT NULL,
  at timestamptz(3) NOT NULL,
  first_at timestamptz(3) NOT NULL,
  previous_at timestamptz(3),
  CONSTRAINT analytics_purchases_pkey PRIMARY KEY (generation, order_id)
);
CREATE INDEX analytics_purchases_at ON analytics_purchases (generation, at) INCLUDE (first_at, previous_at, buyer);
CREATE UNIQUE INDEX analytics_purchases_buyer ON analytics_purchases (generation, buyer, at, order_id);

CREATE TABLE analytics_rollups (
  generation integer NOT NULL,
  dimension text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  grain text COLLATE "C" NOT NULL,
  start timestamptz(3) NOT NULL,
  key text COLLATE "C" NOT NULL,
  gross numeric,
  refunds numeric,
  tax numeric,
  taxable numeric,
  shipping numeric,
  discounts numeric,
  orders numeric,
  units numeric,
  mrr_new numeric,
  mrr_expansion numeric,
  mrr_contraction numeric,
  mrr_churn numeric,
  mrr_reactivation numeric,
  subscriptions_started numeric,
  subscriptions_churned numeric,
  subscriptions_reactivated numeric,
  trials_started numeric,
  trials_converted numeric,
  trials_ended numeric,
  payments numeric,
  payments_succeeded numeric,
  returns numeric,
  units_returned numeric,
  disputes_opened numeric,
  disputes_opened_amount numeric,
  disputes_won numeric,
  disputes_won_amount numeric,
  disputes_lost numeric,
  disputes_lost_amount numeric,
  new_buyers numeric,
  buyers numeric,
  sign_ins numeric,
  stock_outs numeric,
  failed_webhooks numeric,
  withdrawals numeric,
  units_withdrawn numeric,
  CONSTRAINT analytics_rollups_pkey PRIMARY KEY (generation, dimension, currency, grain, start, key)
);

CREATE TABLE users (
  id text COLLATE "C" NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  name text,
  password_hash text,
  role text NOT NULL,
  permissions jsonb NOT NULL,
  status text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  email_verified_at timestamptz(3),
  phone text,
  addresses json DEFAULT '[]' NOT NULL,
  metadata json DEFAULT '{}' NOT NULL,
  search text NOT NULL,
  search_grams text[] NOT NULL,
  pending_email text,
  customer_metadata_keys json DEFAULT '[]' NOT NULL,
  invited_at timestamptz(3),
  trusted boolean DEFAULT false NOT NULL,
  tax_id text,
  tax_id_confirmed_at timestamptz(3),
  tax_id_confirmed_by text COLLATE "C",
  contact tsvector,
  consents jsonb DEFAULT '{}' NOT NULL,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  tag_keys text[] COLLATE "C",
  note text,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_key UNIQUE (email_key)
);
ALTER TABLE users ALTER COLUMN search_grams SET STATISTICS 300;
CREATE INDEX users_contact ON users USING gin (contact);
CREATE INDEX users_created ON users (created_at, id);
CREATE INDEX users_email_marketing ON users (created_at, id) WHERE consents @> '{"email_marketing": {"granted": true}}';
CREATE INDEX users_invited ON users (invited_at, id) WHERE invited_at IS NOT NULL;
CREATE INDEX users_owner ON users (id) WHERE role = 'owner';
CREATE INDEX users_role_created ON users (role, created_at, id);
CREATE INDEX users_search ON users USING gin (search_grams);
CREATE INDEX users_sms_marketing ON users (created_at, id) WHERE consents @> '{"sms_marketing": {"granted": true}}';
CREATE INDEX users_status_created ON users (status, created_at, id);
CREATE INDEX users_tags ON users USING gin (tag_keys) WHERE tag_keys IS NOT NULL;
CREATE INDEX users_without_contact ON users (id) WHERE contact IS NULL;
COMMENT ON COLUMN users.search_grams IS 'With the default statistics, the planner takes every other n-gram for frequent, and reads all users for a rare one.';

CREATE TABLE api_keys (
  id text COLLATE "C" NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash text COLLATE "C" NOT NULL,
  scopes jsonb NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  allowed_ips jsonb,
  expiry_announced_at timestamptz(3),
  created_by_session text COLLATE "C",
  kind text COLLATE "C" DEFAULT 'secret' NOT NULL,
  allowed_origins jsonb,
  rate_limit text,
  created_by_key text COLLATE "C",
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_hash UNIQUE (hash),
  CONSTRAINT api_keys_check CHECK ((allowed_origins IS NOT NULL) = (kind = 'publishable')),
  CONSTRAINT api_keys_kind_check CHECK (kind IN ('secret', 'publishable')),
  CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX api_keys_created ON api_keys (created_at, id);
CREATE INDEX api_keys_expiring ON api_keys (expires_at) WHERE expires_at IS NOT NULL AND expiry_announced_at IS NULL AND revoked_at IS NULL;
CREATE INDEX api_keys_publishable ON api_keys (expires_at) WHERE kind = 'publishable' AND revoked_at IS NULL;
CREATE INDEX api_keys_user ON api_keys (user_id);

CREATE TABLE audit_log (
  id text COLLATE "C" NOT NULL,
  actor_kind text NOT NULL,
  actor_user_id text COLLATE "C",
  actor_credential_id text COLLATE "C",
  action text COLLATE "C" NOT NULL,
  resource_type text,
  resource_id text COLLATE "C",
  before json NOT NULL,
  after json NOT NULL,
  request_id text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_action ON audit_log (action, created_at, id);
CREATE INDEX audit_log_created ON audit_log (created_at, id);
CREATE INDEX audit_log_credential ON audit_log (actor_credential_id, created_at, id);
CREATE INDEX audit_log_resource ON audit_log (resource_id, created_at, id);
CREATE INDEX audit_log_user ON audit_log (actor_user_id, created_at, id);
CREATE TRIGGER audit_log_rows BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER audit_log_whole BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();

CREATE TABLE carts (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  user_id text COLLATE "C",
  status text NOT NULL,
  order_id text COLLATE "C",
  abandoned_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  email_key text COLLATE "C",
  contents json NOT NULL,
  CONSTRAINT carts_pkey PRIMARY KEY (id)
);
CREATE INDEX carts_created ON carts (created_at, id);
CREATE INDEX carts_email ON carts (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX carts_expires ON carts (expires_at);
CREATE INDEX carts_idle ON carts (updated_at) WHERE status = 'open' AND abandoned_at IS NULL AND COALESCE(user_id, email_key) IS NOT NULL AND ((contents -> 'items') ->> 0) IS NOT NULL;
CREATE UNIQUE INDEX carts_open_of_user ON carts (user_id) WHERE status = 'open' AND user_id IS NOT NULL;
CREATE INDEX carts_status ON carts (status, created_at, id);
CREATE INDEX carts_user ON carts (user_id, created_at, id) WHERE user_id IS NOT NULL;

CREATE TABLE categories (
  id text COLLATE "C" NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  name text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  parent_id text COLLATE "C",
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  removed boolean DEFAULT false NOT NULL,
  CONSTRAINT categories_pkey PRIMARY KEY (id),
  CONSTRAINT categories_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES categories(id)
);
CREATE INDEX categories_created ON categories (created_at, id);
CREATE INDEX categories_name_key ON categories (name_key);
CREATE INDEX categories_parent ON categories (parent_id);
CREATE UNIQUE INDEX categories_siblings ON categories (COALESCE(parent_id, ''), name_key) WHERE NOT removed;
CREATE UNIQUE INDEX categories_slug ON categories (slug) WHERE NOT removed;
COMMENT ON INDEX categories_slug IS 'An index with a condition is no key: an update of its column does not wait for the products of the category.';

CREATE TABLE category_announcements (
  category_id text COLLATE "C" NOT NULL,
  horizon bigint,
  after_created_at timestamptz(3),
  after_id text COLLATE "C",
  CONSTRAINT category_announcements_pkey PRIMARY KEY (category_id),
  CONSTRAINT category_announcements_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE
);

CREATE TABLE category_count_changes (
  category_id text COLLATE "C" NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  products integer NOT NULL,
  active_products integer NOT NULL,
  CONSTRAINT category_count_changes_pkey PRIMARY KEY (category_id, id)
);

CREATE TABLE category_counts (
  category_id text COLLATE "C" NOT NULL,
  products integer NOT NULL,
  active_products integer NOT NULL,
  CONSTRAINT category_counts_pkey PRIMARY KEY (category_id)
);

CREATE TABLE checkouts (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  user_id text COLLATE "C",
  cart_id text COLLATE "C",
  cart_order_id text COLLATE "C",
  order_id text COLLATE "C",
  payment_link_id text COLLATE "C",
  return_url text,
  cancelled_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  email_key text COLLATE "C",
  contents json NOT NULL,
  terms_accepted_at timestamptz(3),
  withdrawal_waived_at timestamptz(3),
  CONSTRAINT checkouts_pkey PRIMARY KEY (id)
);
CREATE INDEX checkouts_email ON checkouts (email_key) WHERE order_id IS NULL AND email_key IS NOT NULL;
CREATE INDEX checkouts_expires ON checkouts (expires_at) WHERE order_id IS NULL;
CREATE UNIQUE INDEX checkouts_order ON checkouts (order_id);
CREATE INDEX checkouts_user ON checkouts (user_id, created_at, id) WHERE order_id IS NULL AND user_id IS NOT NULL;

CREATE TABLE credit_notes (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  number text NOT NULL,
  invoice_id text COLLATE "C" NOT NULL,
  invoice_number text NOT NULL,
  user_id text COLLATE "C",
  refund_id text COLLATE "C",
  reason text NOT NULL,
  note text,
  currency text NOT NULL,
  lines json NOT NULL,
  discount_lines json NOT NULL,
  tax_lines json NOT NULL,
  prices_include_tax boolean NOT NULL,
  tax_id text,
  tax_exemption text,
  subtotal numeric(16,4) NOT NULL,
  discount numeric(16,4) NOT NULL,
  tax numeric(16,4) NOT NULL,
  total numeric(16,4) NOT NULL,
  seller json NOT NULL,
  buyer json,
  footer text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  erase_buyer_at timestamptz(3),
  buyer_erased boolean DEFAULT false NOT NULL,
  CONSTRAINT credit_notes_pkey PRIMARY KEY (id)
);
CREATE INDEX credit_notes_created ON credit_notes (created_at, id);
CREATE INDEX credit_notes_invoice ON credit_notes (invoice_id, created_at, id);
CREATE UNIQUE INDEX credit_notes_number ON credit_notes (number);
CREATE INDEX credit_notes_reason ON credit_notes (reason, created_at, id);
CREATE UNIQUE INDEX credit_notes_refund ON credit_notes (refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX credit_notes_retained ON credit_notes (erase_buyer_at) WHERE erase_buyer_at IS NOT NULL AND NOT buyer_erased;
CREATE INDEX credit_notes_user ON credit_notes (user_id, created_at, id) WHERE user_id IS NOT NULL;

CREATE TABLE discount_uses (
  used_by text COLLATE "C" NOT NULL,
  discount_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C",
  email_key text COLLATE "C",
  CONSTRAINT discount_uses_pkey PRIMARY KEY (used_by, discount_id)
);
CREATE INDEX discount_uses_discount ON discount_uses (discount_id);
CREATE INDEX discount_uses_email ON discount_uses (email_key, discount_id) WHERE email_key IS NOT NULL;
CREATE INDEX discount_uses_user ON discount_uses (user_id, discount_id) WHERE user_id IS NOT NULL;

CREATE TABLE discounts (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  name text NOT NULL,
  code text COLLATE "C",
  active boolean NOT NULL,
  kind text NOT NULL,
  rate integer,
  amount numeric(16,4),
  price numeric(16,4),
  currency text,
  min_total numeric(16,4),
  min_quantity integer,
  product_ids json NOT NULL,
  category_ids json NOT NULL,
  first_order boolean NOT NULL,
  valid_from timestamptz(3),
  valid_to timestamptz(3),
  max_uses integer,
  max_uses_per_customer integer,
  remaining integer,
  combinable boolean NOT NULL,
  priority integer NOT NULL,
  CONSTRAINT discounts_pkey PRIMARY KEY (id),
  CONSTRAINT discounts_rate_check CHECK (rate >= 0 AND rate <= 1000000)
);
CREATE INDEX discounts_active ON discounts (active, created_at, id);
CREATE INDEX discounts_automatic ON discounts (id) WHERE active AND code IS NULL;
CREATE UNIQUE INDEX discounts_code ON discounts (code);
CREATE INDEX discounts_created ON discounts (created_at, id);
CREATE INDEX discounts_kind ON discounts (kind, created_at, id);

CREATE TABLE document_numbers (
  document text NOT NULL,
  last bigint NOT NULL,
  CONSTRAINT document_numbers_pkey PRIMARY KEY (document)
);

CREATE TABLE erased_customers (
  id text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT erased_customers_pkey PRIMARY KEY (id)
);
CREATE INDEX erased_customers_created ON erased_customers (created_at);

CREATE TABLE event_feed (
  is_only boolean DEFAULT true NOT NULL,
  last_position bigint NOT NULL,
  cleaned_position bigint DEFAULT 0 NOT NULL,
  CONSTRAINT event_feed_pkey PRIMARY KEY (is_only),
  CONSTRAINT event_feed_is_only_check CHECK (is_only)
);

CREATE TABLE events (
  id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  sequence integer NOT NULL,
  resource_version integer DEFAULT 1 NOT NULL,
  data json NOT NULL,
  previous json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  inserted bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  "position" bigint,
  erased boolean DEFAULT false NOT NULL,
  actor_type text,
  actor_id text COLLATE "C",
  trace_parent text,
  CONSTRAINT events_pkey PRIMARY KEY (id),
  CONSTRAINT events_resource_sequence UNIQUE (resource_id, sequence)
);
CREATE INDEX events_created ON events (created_at, id);
CREATE UNIQUE INDEX events_position ON events ("position");
CREATE INDEX events_type_created ON events (type, created_at, id);
CREATE INDEX events_type_position ON events (type, "position");
CREATE INDEX events_user ON events (actor_id) WHERE actor_type = 'user' AND actor_id IS NOT NULL;
CREATE INDEX events_without_position ON events (inserted) WHERE "position" IS NULL;

CREATE TABLE products (
  id text COLLATE "C" NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  name text COLLATE "und-x-icu" NOT NULL,
  price bigint NOT NULL,
  price_major numeric(16,4) NOT NULL,
  currency text COLLATE "C" NOT NULL,
  description text,
  category_id text COLLATE "C",
  sku text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  stock integer,
  images json NOT NULL,
  attributes jsonb NOT NULL,
  metadata json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  slug text COLLATE "C" NOT NULL,
  compare_at_price bigint,
  compare_at_price_major numeric(16,4),
  barcode text COLLATE "C",
  tax_category text COLLATE "C",
  low_stock_threshold integer,
  weight numeric(12,3),
  weight_unit text COLLATE "C" NOT NULL,
  category_name text COLLATE "C",
  parent_id text COLLATE "C",
  root_id text COLLATE "C" GENERATED ALWAYS AS (COALESCE(parent_id, id)) STORED NOT NULL,
  parent_active boolean NOT NULL,
  options json NOT NULL,
  variant_count integer NOT NULL,
  variants_available boolean NOT NULL,
  price_min numeric(16,4) NOT NULL,
  price_max numeric(16,4) NOT NULL,
  available boolean GENERATED ALWAYS AS (status = 'active' AND parent_active AND
CASE
    WHEN variant_count = 0 THEN stock IS NULL OR stock > 0
    ELSE variants_available
END) STORED NOT NULL,
  lowest_price_30d bigint,
  lowest_price_30d_major numeric(16,4),
  variant_attributes jsonb NOT NULL,
  inherited text[] DEFAULT '{}'::text[] NOT NULL,
  withdrawal_exemption text,
  vendor text,
  vendor_key text COLLATE "C",
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  tag_keys text[] COLLATE "C",
  seo_title text,
  seo_description text,
  cost bigint,
  cost_major numeric(16,4),
  description_html text,
  media json,
  slug_derived_by text COLLATE "C",
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_sku UNIQUE (sku),
  CONSTRAINT products_slug UNIQUE (slug),
  CONSTRAINT products_check CHECK (variant_count = 0 OR parent_id IS NULL),
  CONSTRAINT products_compare_at_price_check CHECK (compare_at_price >= 0),
  CONSTRAINT products_low_stock_threshold_check CHECK (low_stock_threshold >= 0),
  CONSTRAINT products_price_check CHECK (price >= 0),
  CONSTRAINT products_status_check CHECK (status IN ('draft', 'active', 'archived')),
  CONSTRAINT products_stock_check CHECK (stock >= 0),
  CONSTRAINT products_weight_check CHECK (weight >= 0),
  CONSTRAINT products_weight_unit_check CHECK (weight_unit IN ('g', 'kg', 'oz', 'lb')),
  CONSTRAINT products_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id),
  CONSTRAINT products_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES products(id)
);
CREATE INDEX products_attributes ON products USING gin (attributes jsonb_path_ops);
CREATE INDEX products_available ON products (created_at, id) WHERE parent_id IS NULL AND available;
CREATE INDEX products_category_created ON products (category_id, created_at, id) INCLUDE (price_min) WHERE parent_id IS NULL;
CREATE INDEX products_category_price ON products (category_id, price_min, id) INCLUDE (price_max, created_at) WHERE parent_id IS NULL;
CREATE INDEX products_category_status ON products (category_id, status) WHERE parent_id IS NULL;
CREATE INDEX products_category_variants ON products (category_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX products_created_at ON products (created_at, id) INCLUDE (category_id, price_min) WHERE parent_id IS NULL;
CREATE INDEX products_currency ON products (currency, created_at, id) WHERE parent_id IS NULL;
CREATE INDEX products_low_stock ON products (root_id) WHERE status = 'active' AND parent_active AND variant_count = 0 AND stock <= COALESCE(low_stock_threshold, 5);
CREATE INDEX products_name ON products (name, id) WHERE parent_id IS NULL;
CREATE INDEX products_price_max ON products (price_max, id) INCLUDE (price_min) WHERE parent_id IS NULL;
CREATE INDEX products_price_min ON products (price_min, id) WHERE parent_id IS NULL;
CREATE INDEX products_root ON products (root_id, id);
CREATE INDEX products_status_created_at ON products (status, created_at, id) INCLUDE (category_id, price_min) WHERE parent_id IS NULL;
CREATE INDEX products_status_name ON products (status, name, id) WHERE parent_id IS NULL;
CREATE INDEX products_status_price_min ON products (status, price_min, id) WHERE parent_id IS NULL;
CREATE INDEX products_status_updated_at ON products (status, updated_at, id) WHERE parent_id IS NULL;
CREATE INDEX products_stock ON products (stock, root_id) WHERE stock IS NOT NULL;
CREATE INDEX products_tags ON products USING gin (tag_keys) WHERE tag_keys IS NOT NULL;
CREATE INDEX products_unavailable ON products (created_at, id) WHERE parent_id IS NULL AND NOT available;
CREATE INDEX products_updated_at ON products (updated_at, id) WHERE parent_id IS NULL;
CREATE INDEX products_vendor ON products (vendor_key, created_at, id) WHERE parent_id IS NULL AND vendor_key IS NOT NULL;
CREATE TRIGGER products_added AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_products();
CREATE TRIGGER products_changed AFTER UPDATE OF category_id, category_name, status, parent_id ON products FOR EACH ROW WHEN (old.category_id IS DISTINCT FROM new.category_id OR old.status IS DISTINCT FROM new.status OR old.category_name IS DISTINCT FROM new.category_name OR old.parent_id IS DISTINCT FROM new.parent_id) EXECUTE FUNCTION count_changed_product();
CREATE TRIGGER products_removed AFTER DELETE ON products REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_products();
CREATE TRIGGER products_stock_out AFTER UPDATE OF stock ON products FOR EACH ROW WHEN (old.stock > 0 AND new.stock = 0) EXECUTE FUNCTION record_stock_out();
COMMENT ON COLUMN products.parent_id IS 'A variant is a product that names its parent. Lists show products without variants, so their indexes omit them.';
COMMENT ON INDEX products_category_price IS 'With the time, so that the newest of a category and a range of prices are found without their rows.';
COMMENT ON INDEX products_created_at IS 'With what facets are counted by, so that a count reads no products.';

CREATE TABLE former_slugs (
  slug text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  CONSTRAINT former_slugs_pkey PRIMARY KEY (slug),
  CONSTRAINT former_slugs_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX former_slugs_product ON former_slugs (product_id);

CREATE TABLE gateway_webhooks (
  gateway text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT gateway_webhooks_pkey PRIMARY KEY (gateway, id)
);
CREATE INDEX gateway_webhooks_created ON gateway_webhooks (created_at);

CREATE TABLE idempotency_records (
  account text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  fingerprint text NOT NULL,
  status smallint NOT NULL,
  headers json NOT NULL,
  body text,
  created_at timestamptz(3) NOT NULL,
  personal_ids text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT idempotency_records_key PRIMARY KEY (account, operation, key)
);
CREATE INDEX idempotency_records_created ON idempotency_records (created_at);
CREATE INDEX idempotency_records_personal_ids ON idempotency_records USING gin (personal_ids) WHERE personal_ids <> '{}'::text[];

CREATE UNLOGGED TABLE idempotency_reservations (
  account text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  reserved_until timestamptz(3) NOT NULL,
  CONSTRAINT idempotency_reservations_pkey PRIMARY KEY (account, operation, key)
);
COMMENT ON TABLE idempotency_reservations IS 'Unlogged: a crash of the database ends them, too.';

CREATE TABLE image_fetches (
  product_id text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  import_id text COLLATE "C" NOT NULL,
  line integer NOT NULL,
  status text NOT NULL,
  image_url text,
  attempts integer NOT NULL,
  due_at timestamptz(3) NOT NULL,
  CONSTRAINT image_fetches_pkey PRIMARY KEY (product_id, source)
);
CREATE INDEX image_fetches_due ON image_fetches (due_at) WHERE status = 'pending';

CREATE TABLE imports (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  account text COLLATE "C",
  key text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  format text COLLATE "C" NOT NULL,
  on_error text COLLATE "C" NOT NULL,
  rows integer NOT NULL,
  digest text NOT NULL,
  created integer NOT NULL,
  updated integer NOT NULL,
  unchanged integer NOT NULL,
  failed integer NOT NULL,
  errors json NOT NULL,
  last_error json,
  lease_owner text COLLATE "C",
  leased_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  warnings json DEFAULT '[]' NOT NULL,
  file json,
  remembered_header text,
  remembered_choices json,
  images json DEFAULT '{"pending":0,"stored":0,"failed":0}' NOT NULL,
  resource text DEFAULT 'products' NOT NULL,
  CONSTRAINT imports_pkey PRIMARY KEY (id),
  CONSTRAINT imports_resource_check CHECK (resource IN ('products', 'users', 'discounts', 'redirects')),
  CONSTRAINT imports_status_check CHECK (status IN ('running', 'completed', 'stopped', 'failed', 'interrupted', 'cancelled'))
);
CREATE INDEX imports_created ON imports (created_at, id);
CREATE UNIQUE INDEX imports_name ON imports (account, key) WHERE key IS NOT NULL;
CREATE INDEX imports_remembered ON imports (remembered_header, created_at, id) WHERE remembered_header IS NOT NULL;
CREATE INDEX imports_resource ON imports (resource, created_at, id);
CREATE INDEX imports_status ON imports (status, created_at, id);

CREATE TABLE invoice_files (
  id text COLLATE "C" NOT NULL,
  pdf bytea,
  failures integer DEFAULT 0 NOT NULL,
  retry_at timestamptz(3),
  CONSTRAINT invoice_files_pkey PRIMARY KEY (id)
);
ALTER TABLE invoice_files ALTER COLUMN pdf SET STORAGE external;
CREATE INDEX invoice_files_unrendered ON invoice_files (id) WHERE pdf IS NULL;
COMMENT ON COLUMN invoice_files.pdf IS 'Compressed already.';

CREATE TABLE invoices (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  number text,
  status text NOT NULL,
  user_id text COLLATE "C",
  order_id text COLLATE "C",
  subscription_id text COLLATE "C",
  currency text NOT NULL,
  lines json NOT NULL,
  discount_lines json NOT NULL,
  tax_lines json NOT NULL,
  prices_include_tax boolean NOT NULL,
  tax_id text,
  tax_exemption text,
  subtotal numeric(16,4) NOT NULL,
  discount numeric(16,4) NOT NULL,
  tax numeric(16,4) NOT NULL,
  total numeric(16,4) NOT NULL,
  amount_paid numeric(16,4) NOT NULL,
  amount_refunded numeric(16,4) NOT NULL,
  amount_credited numeric(16,4) NOT NULL,
  amount_due numeric(16,4) NOT NULL,
  fields json,
  email text,
  billing_address json,
  seller json,
  buyer json,
  footer text,
  due_at timestamptz(3),
  finalized_at timestamptz(3),
  paid_at timestamptz(3),
  voided_at timestamptz(3),
  overdue_at timestamptz(3),
  metadata json NOT NULL,
  actions json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  erase_buyer_at timestamptz(3),
  buyer_erased boolean DEFAULT false NOT NULL,
  amount_out_of_band numeric(16,4) DEFAULT 0 NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL,
  subscription_version integer,
  amount_prepaid numeric(16,4) DEFAULT 0 NOT NULL,
  country text,
  charged boolean DEFAULT false NOT NULL,
  sent_at timestamptz(3),
  CONSTRAINT invoices_pkey PRIMARY KEY (id),
  CONSTRAINT invoices_finalized CHECK ((number IS NULL) = (finalized_at IS NULL))
);
CREATE INDEX invoices_created ON invoices (created_at, id);
CREATE UNIQUE INDEX invoices_number ON invoices (number) WHERE number IS NOT NULL;
CREATE UNIQUE INDEX invoices_one_of_order ON invoices (order_id) WHERE order_id IS NOT NULL AND status <> 'void';
CREATE INDEX invoices_order ON invoices (order_id, created_at, id) WHERE order_id IS NOT NULL;
CREATE INDEX invoices_overdue ON invoices (due_at) WHERE status = 'open' AND overdue_at IS NULL;
CREATE INDEX invoices_retained ON invoices (erase_buyer_at) WHERE erase_buyer_at IS NOT NULL AND NOT buyer_erased;
CREATE INDEX invoices_status ON invoices (status, created_at, id);
CREATE INDEX invoices_subscription ON invoices (subscription_id, created_at, id) WHERE subscription_id IS NOT NULL;
CREATE UNIQUE INDEX invoices_subscription_version ON invoices (subscription_id, subscription_version) WHERE subscription_version IS NOT NULL;
CREATE INDEX invoices_user ON invoices (user_id, created_at, id) WHERE user_id IS NOT NULL;

CREATE TABLE ledger_entries (
  movement_id text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  payable_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  debit numeric(16,4) NOT NULL,
  credit numeric(16,4) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (movement_id, account),
  CONSTRAINT ledger_entries_credit_check CHECK (credit >= 0),
  CONSTRAINT ledger_entries_debit_check CHECK (debit >= 0),
  CONSTRAINT ledger_entries_kind_check CHECK (kind IN ('capture', 'refund', 'refund_reversal', 'dispute', 'dispute_won', 'dispute_lost')),
  CONSTRAINT ledger_entries_one_side CHECK ((debit > 0) <> (credit > 0))
);
CREATE INDEX ledger_entries_order ON ledger_entries (payable_id);
CREATE INDEX ledger_entries_payment ON ledger_entries (payment_id, kind);
CREATE CONSTRAINT TRIGGER ledger_entries_balanced_credit AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.credit > 0) EXECUTE FUNCTION check_balanced_movement();
CREATE CONSTRAINT TRIGGER ledger_entries_balanced_debit AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.debit > 0) EXECUTE FUNCTION check_balanced_movement();
CREATE TRIGGER ledger_entries_immutable BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_entries_not_truncated BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TABLE mail_requests (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  email_key text,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamptz(3) NOT NULL,
  user_id text COLLATE "C",
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  order_id text COLLATE "C",
  reference text COLLATE "C",
  amount bigint,
  about_id text COLLATE "C",
  client text,
  CONSTRAINT mail_requests_pkey PRIMARY KEY (id),
  CONSTRAINT mail_requests_one UNIQUE NULLS NOT DISTINCT (email_key, purpose, user_id, order_id, reference, about_id),
  CONSTRAINT mail_requests_subject CHECK (num_nonnulls(email_key, order_id, about_id) = 1)
);
CREATE INDEX mail_requests_due ON mail_requests (due_at);
CREATE INDEX mail_requests_order ON mail_requests (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX mail_requests_user ON mail_requests (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE migrations (
  id serial NOT NULL,
  name character varying(255) NOT NULL,
  executed_at timestamptz(6) DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (id)
);

CREATE TABLE one_time_tokens (
  hash text COLLATE "C" NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  email_key text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT one_time_tokens_pkey PRIMARY KEY (hash),
  CONSTRAINT one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX one_time_tokens_expires ON one_time_tokens (expires_at);
CREATE INDEX one_time_tokens_user ON one_time_tokens (user_id, purpose);

CREATE TABLE order_items (
  order_id text COLLATE "C" NOT NULL,
  "position" smallint NOT NULL,
  id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C",
  name text NOT NULL,
  sku text,
  unit_price numeric(16,4) NOT NULL,
  quantity integer NOT NULL,
  is_from_stock boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  options json NOT NULL,
  slug text,
  image text,
  discount numeric(16,4) DEFAULT 0 NOT NULL,
  discount_allocations json DEFAULT '[]' NOT NULL,
  tax_name text,
  tax_rate integer,
  tax numeric(16,4) DEFAULT 0 NOT NULL,
  cancelled_quantity integer DEFAULT 0 NOT NULL,
  returned_quantity integer DEFAULT 0 NOT NULL,
  category_id text COLLATE "C",
  category text,
  parent_id text COLLATE "C",
  agreed json,
  withdrawal_exemption text,
  tax_category text,
  CONSTRAINT order_items_pkey PRIMARY KEY (order_id, "position")
);
CREATE INDEX order_items_parent ON order_items (parent_id, product_id) WHERE parent_id IS NOT NULL;
CREATE UNIQUE INDEX order_items_product ON order_items (product_id, created_at, order_id);
CREATE INDEX order_items_sku ON order_items (sku, created_at) WHERE sku IS NOT NULL;

CREATE TABLE order_timeline (
  id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  actor_kind text NOT NULL,
  actor_user_id text COLLATE "C",
  actor_credential_id text COLLATE "C",
  details json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT order_timeline_pkey PRIMARY KEY (id)
);
CREATE INDEX order_timeline_order ON order_timeline (order_id, created_at, id);

CREATE TABLE orders (
  id text COLLATE "C" NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  number bigint NOT NULL,
  status text COLLATE "C" NOT NULL,
  payment_status text COLLATE "C" NOT NULL,
  fulfillment_status text COLLATE "C" NOT NULL,
  state text COLLATE "C" GENERATED ALWAYS AS ((((status || ' ') || payment_status) || ' ') || fulfillment_status) STORED NOT NULL,
  fulfillments json NOT NULL,
  currency text COLLATE "C" NOT NULL,
  total numeric(16,4) NOT NULL,
  amount_paid numeric(16,4) NOT NULL,
  amount_refunded numeric(16,4) NOT NULL,
  user_id text COLLATE "C",
  email text,
  email_key text COLLATE "C",
  shipping_address json,
  billing_address json,
  metadata json NOT NULL,
  expires_at timestamptz(3),
  cancelling_since timestamptz(3),
  cancelled_at timestamptz(3),
  cancel_reason text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  amount_due numeric(16,4) NOT NULL,
  actions json NOT NULL,
  is_by_customer boolean DEFAULT false NOT NULL,
  customer_metadata_keys json DEFAULT '[]' NOT NULL,
  external_id text COLLATE "C",
  guest_secret_hash text COLLATE "C",
  guest_client text COLLATE "C",
  is_erased boolean DEFAULT false NOT NULL,
  shipping_lines json DEFAULT '[]' NOT NULL,
  discount_lines json DEFAULT '[]' NOT NULL,
  tax_lines json DEFAULT '[]' NOT NULL,
  prices_include_tax boolean DEFAULT false NOT NULL,
  tax_id text,
  tax_exemption text,
  discount numeric(16,4) DEFAULT 0 NOT NULL,
  shipping numeric(16,4) DEFAULT 0 NOT NULL,
  tax numeric(16,4) DEFAULT 0 NOT NULL,
  refund_due numeric(16,4) DEFAULT 0 NOT NULL,
  refund_due_at timestamptz(3),
  invoice_id text COLLATE "C",
  country text,
  erased_buyer text COLLATE "C",
  tax_rounding text,
  waived numeric(16,4),
  shipping_refunded numeric(16,4),
  withdrawal_terms jsonb,
  cheapest_shipping numeric(16,4),
  contact tsvector,
  expiry_minutes integer,
  note text,
  checkout_id text COLLATE "C",
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_number UNIQUE (number) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT orders_check1 CHECK (amount_refunded >= 0 AND amount_refunded <= amount_paid),
  CONSTRAINT orders_total_check CHECK (total >= 0)
);
CREATE INDEX orders_cancelling ON orders (cancelling_since) WHERE cancelling_since IS NOT NULL;
CREATE UNIQUE INDEX orders_checkout ON orders (checkout_id) WHERE checkout_id IS NOT NULL;
CREATE INDEX orders_contact ON orders USING gin (contact);
CREATE INDEX orders_created ON orders (created_at, id);
CREATE INDEX orders_email ON orders (email_key, created_at, id) WHERE email_key IS NOT NULL;
CREATE INDEX orders_erased_buyer ON orders (erased_buyer) WHERE erased_buyer IS NOT NULL;
CREATE INDEX orders_expires ON orders (expires_at) WHERE expires_at IS NOT NULL;
CREATE UNIQUE INDEX orders_external_id ON orders (external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX orders_guest_secret ON orders (guest_secret_hash) WHERE guest_secret_hash IS NOT NULL;
CREATE INDEX orders_refund_due ON orders (refund_due_at) WHERE refund_due_at IS NOT NULL;
CREATE INDEX orders_state ON orders (state, created_at, id);
CREATE INDEX orders_state_updated ON orders (state, updated_at, id);
CREATE INDEX orders_subscription ON orders ((withdrawal_terms ->> 'subscriptionId'), created_at, id) WHERE (withdrawal_terms ->> 'subscriptionId') IS NOT NULL;
CREATE INDEX orders_tracking ON orders USING gin (tracking_numbers_of(fulfillments)) WHERE fulfillment_status <> 'unfulfilled';
CREATE INDEX orders_unpaid_by_client ON orders (guest_client) WHERE guest_client IS NOT NULL AND status = 'open' AND (payment_status IN ('unpaid', 'partially_paid'));
CREATE INDEX orders_unpaid_by_customer ON orders (user_id) WHERE is_by_customer AND status = 'open' AND (payment_status IN ('unpaid', 'partially_paid'));
CREATE INDEX orders_unpaid_by_guest_email ON orders (email_key) WHERE guest_secret_hash IS NOT NULL AND status = 'open' AND (payment_status IN ('unpaid', 'partially_paid'));
CREATE INDEX orders_updated ON orders (updated_at, id);
CREATE INDEX orders_user ON orders (user_id, created_at, id) WHERE user_id IS NOT NULL;
CREATE INDEX orders_without_contact ON orders (id) WHERE contact IS NULL;

CREATE TABLE passkey_challenges (
  challenge text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge),
  CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id, expires_at);

CREATE TABLE payment_links (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  is_active boolean NOT NULL,
  sent_at timestamptz(3),
  order_id text COLLATE "C",
  invoice_id text COLLATE "C",
  actor_kind text NOT NULL,
  actor_user_id text COLLATE "C",
  actor_credential_id text COLLATE "C",
  CONSTRAINT payment_links_pkey PRIMARY KEY (id),
  CONSTRAINT payment_links_payable CHECK (num_nonnulls(order_id, invoice_id) = 1)
);
CREATE INDEX payment_links_created ON payment_links (created_at, id);
CREATE INDEX payment_links_invoice ON payment_links (invoice_id, created_at, id) WHERE invoice_id IS NOT NULL;
CREATE INDEX payment_links_order ON payment_links (order_id, created_at, id) WHERE order_id IS NOT NULL;

CREATE TABLE payment_methods (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  gateway text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  type text,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  is_default boolean NOT NULL,
  token text,
  return_url text,
  redirect_url text,
  reference text,
  failure_code text,
  failure_message text,
  idempotency_key text COLLATE "C",
  request_fingerprint text,
  next_check_at timestamptz(3),
  check_count integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT payment_methods_pkey PRIMARY KEY (id),
  CONSTRAINT payment_methods_default_is_active CHECK (NOT is_default OR status = 'active')
);
CREATE INDEX payment_methods_check ON payment_methods (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX payment_methods_created ON payment_methods (created_at, id) WHERE status <> ALL (ARRAY['removing', 'removed']);
CREATE UNIQUE INDEX payment_methods_default ON payment_methods (user_id) WHERE is_default;
CREATE INDEX payment_methods_failed ON payment_methods (updated_at) WHERE status = 'failed';
CREATE INDEX payment_methods_gateway ON payment_methods (gateway, status, created_at, id);
CREATE UNIQUE INDEX payment_methods_idempotency_key ON payment_methods (idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX payment_methods_status ON payment_methods (status, created_at, id);
CREATE INDEX payment_methods_user ON payment_methods (user_id, created_at, id);

CREATE TABLE payment_operations (
  id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  amount numeric(16,4) NOT NULL,
  status text COLLATE "C" NOT NULL,
  reason text,
  failure_code text,
  failure_message text,
  idempotency_key text COLLATE "C",
  request_fingerprint text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  items json,
  restock boolean,
  shipping numeric(16,4),
  CONSTRAINT payment_operations_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX payment_operations_idempotency_key ON payment_operations (idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX payment_operations_payment ON payment_operations (payment_id, kind, created_at, id);
CREATE INDEX payment_operations_refunds_created ON payment_operations (created_at, id) WHERE kind = 'refund';
CREATE INDEX payment_operations_refunds_updated ON payment_operations (updated_at, id) WHERE kind = 'refund';

CREATE TABLE payment_timeline (
  id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  actor_kind text NOT NULL,
  actor_user_id text COLLATE "C",
  actor_credential_id text COLLATE "C",
  details json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT payment_timeline_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_timeline_payment ON payment_timeline (payment_id, created_at, id);

CREATE TABLE payments (
  id text COLLATE "C" NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  payable_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C",
  gateway text COLLATE "C" NOT NULL,
  gateway_reference text,
  status text COLLATE "C" NOT NULL,
  capture_method text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  amount numeric(16,4) NOT NULL,
  amount_captured numeric(16,4) NOT NULL,
  amount_capturing numeric(16,4) NOT NULL,
  amount_refunded numeric(16,4) NOT NULL,
  amount_refunding numeric(16,4) NOT NULL,
  is_voiding boolean NOT NULL,
  is_overpayment boolean NOT NULL,
  token text,
  return_url text,
  redirect_url text,
  failure_code text,
  failure_message text,
  metadata json NOT NULL,
  next_check_at timestamptz(3),
  check_count integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  is_pending boolean GENERATED ALWAYS AS ((status IN ('processing', 'requires_action')) OR is_voiding OR amount_capturing > 0 OR amount_refunding > 0) STORED NOT NULL,
  actions json NOT NULL,
  amount_reversed numeric(16,4) DEFAULT 0 NOT NULL,
  has_failed_refund boolean DEFAULT false NOT NULL,
  disputes json,
  amount_disputed numeric(16,4) DEFAULT 0 NOT NULL,
  needs_attention boolean DEFAULT false NOT NULL,
  payment_method_id text COLLATE "C",
  off_session boolean DEFAULT false NOT NULL,
  delay text COLLATE "C",
  has_discrepancy boolean DEFAULT false NOT NULL,
  attention json DEFAULT '[]' NOT NULL,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_amount_capturing_check CHECK (amount_capturing >= 0),
  CONSTRAINT payments_amount_check CHECK (amount > 0),
  CONSTRAINT payments_amount_disputed_check CHECK (amount_disputed >= 0),
  CONSTRAINT payments_amount_refunding_check CHECK (amount_refunding >= 0),
  CONSTRAINT payments_captured CHECK (amount_captured >= 0 AND (amount_captured + amount_capturing) <= amount),
  CONSTRAINT payments_delay_check CHECK (delay IN ('unknown_outcome', 'overdue_operation')),
  CONSTRAINT payments_refunded CHECK (amount_refunded >= 0 AND (amount_refunded + amount_refunding + amount_disputed) <= amount_captured)
);
CREATE INDEX payments_created ON payments (created_at, id);
CREATE INDEX payments_gateway ON payments (gateway, status, created_at, id);
CREATE INDEX payments_needing_attention ON payments (created_at, id) WHERE needs_attention;
CREATE INDEX payments_next_check ON payments (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE UNIQUE INDEX payments_one_open ON payments (payable_id) WHERE status IN ('processing', 'requires_action');
CREATE INDEX payments_order ON payments (payable_id, created_at, id);
CREATE INDEX payments_saved_tokens ON payments (id) WHERE token IS NOT NULL AND payment_method_id IS NOT NULL;
CREATE INDEX payments_status ON payments (status, created_at, id);
CREATE INDEX payments_updated ON payments (updated_at, id);
CREATE INDEX payments_user ON payments (user_id, created_at, id) WHERE user_id IS NOT NULL;
CREATE CONSTRAINT TRIGGER payments_match_ledger_on_insert AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.amount_captured <> 0 OR new.amount_refunded <> 0) EXECUTE FUNCTION check_payment_matches_ledger();
CREATE CONSTRAINT TRIGGER payments_match_ledger_on_update AFTER UPDATE ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.amount_captured <> old.amount_captured OR new.amount_refunded <> old.amount_refunded OR new.amount_disputed <> old.amount_disputed) EXECUTE FUNCTION check_payment_matches_ledger();
CREATE TRIGGER payments_not_deleted BEFORE DELETE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER payments_not_truncated BEFORE TRUNCATE ON payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE TABLE plans (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  status text NOT NULL,
  product_id text COLLATE "C",
  pricing text NOT NULL,
  amount numeric(16,4),
  tiers json,
  setup_amount numeric(16,4) NOT NULL,
  currency text NOT NULL,
  usage text,
  "interval" text NOT NULL,
  interval_count integer NOT NULL,
  trial_days integer NOT NULL,
  after_dunning text NOT NULL,
  tax_category text,
  metadata json NOT NULL,
  actions json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  usage_grace_hours integer DEFAULT 1 NOT NULL,
  trial_once boolean DEFAULT true NOT NULL,
  max_per_customer integer,
  CONSTRAINT plans_pkey PRIMARY KEY (id)
);
CREATE INDEX plans_created ON plans (created_at, id);
CREATE INDEX plans_currency ON plans (currency, created_at, id);
CREATE INDEX plans_interval ON plans ("interval", created_at, id);
CREATE INDEX plans_product ON plans (product_id, created_at, id) WHERE product_id IS NOT NULL;
CREATE INDEX plans_status ON plans (status, created_at, id);

CREATE TABLE product_prices (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  price bigint NOT NULL,
  price_major numeric(16,4) NOT NULL,
  currency text COLLATE "C" NOT NULL,
  published boolean NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT product_prices_pkey PRIMARY KEY (id),
  CONSTRAINT product_prices_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX product_prices_present ON product_prices (product_id) WHERE ended_at IS NULL;
CREATE INDEX product_prices_started ON product_prices (product_id, started_at, id);

CREATE TABLE product_search (
  product_id text COLLATE "C" NOT NULL,
  words tsvector NOT NULL,
  name_length smallint NOT NULL,
  root_id text COLLATE "C" NOT NULL,
  is_on_sale boolean NOT NULL,
  is_stale boolean DEFAULT true NOT NULL,
  CONSTRAINT product_search_pkey PRIMARY KEY (product_id),
  CONSTRAINT product_search_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX product_search_root ON product_search (root_id);
CREATE INDEX product_search_stale ON product_search (product_id) WHERE is_stale;
CREATE INDEX product_search_words ON product_search USING gin (words) WITH (gin_pending_list_limit='256');
COMMENT ON INDEX product_search_words IS 'With a short pending list, since every search reads it.';

CREATE TABLE publisher_offsets (
  publisher text COLLATE "C" NOT NULL,
  "position" bigint NOT NULL,
  lease_owner text,
  leased_until timestamptz(3),
  CONSTRAINT publisher_offsets_pkey PRIMARY KEY (publisher)
);

CREATE UNLOGGED TABLE rate_limits (
  who text COLLATE "C" NOT NULL,
  full_at double precision NOT NULL,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (who)
);
COMMENT ON TABLE rate_limits IS 'Unlogged: the counts of a minute are not worth a disk write, and a crash may forget them.';

CREATE TABLE recovery_codes (
  hash text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX recovery_codes_user ON recovery_codes (user_id);

CREATE TABLE redirects (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  path text NOT NULL,
  path_key text COLLATE "C" NOT NULL,
  target text NOT NULL,
  target_key text COLLATE "C",
  CONSTRAINT redirects_pkey PRIMARY KEY (id)
);
CREATE INDEX redirects_created ON redirects (created_at, id);
CREATE UNIQUE INDEX redirects_path_key ON redirects (path_key);

CREATE TABLE returns (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C",
  status text NOT NULL,
  currency text NOT NULL,
  items json NOT NULL,
  reason text,
  actions json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  withdrawal json,
  CONSTRAINT returns_pkey PRIMARY KEY (id)
);
CREATE INDEX returns_created ON returns (created_at, id);
CREATE INDEX returns_order ON returns (order_id, created_at, id);
CREATE INDEX returns_status ON returns (status, created_at, id);
CREATE INDEX returns_user ON returns (user_id, created_at, id) WHERE user_id IS NOT NULL;

CREATE TABLE sandbox_charges (
  key text NOT NULL,
  order_id text NOT NULL,
  token text NOT NULL,
  status text NOT NULL,
  capture_method text NOT NULL,
  currency text NOT NULL,
  amount_minor bigint NOT NULL,
  captured_minor bigint NOT NULL,
  refunded_minor bigint NOT NULL,
  return_url text,
  created_at timestamptz NOT NULL,
  failed_refunds json DEFAULT '[]' NOT NULL,
  dispute json,
  CONSTRAINT sandbox_charges_pkey PRIMARY KEY (key)
);
CREATE INDEX sandbox_charges_order ON sandbox_charges (order_id);

CREATE TABLE sandbox_methods (
  key text NOT NULL,
  user_id text NOT NULL,
  token text NOT NULL,
  first_charge text,
  removed_at timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT sandbox_methods_pkey PRIMARY KEY (key)
);

CREATE TABLE sandbox_steps (
  key text NOT NULL,
  charge_key text NOT NULL,
  kind text NOT NULL,
  amount_minor bigint,
  outcome json NOT NULL,
  CONSTRAINT sandbox_steps_pkey PRIMARY KEY (key)
);

CREATE TABLE saved_views (
  user_id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  views json NOT NULL,
  CONSTRAINT saved_views_pkey PRIMARY KEY (user_id),
  CONSTRAINT saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE schema_requirements (
  needed_migration text COLLATE "C" NOT NULL,
  CONSTRAINT schema_requirements_pkey PRIMARY KEY (needed_migration)
);

CREATE TABLE search_words (
  word text COLLATE "C" NOT NULL,
  edit_keys text[] COLLATE "C" NOT NULL,
  is_stale boolean DEFAULT true NOT NULL,
  is_public boolean DEFAULT false NOT NULL,
  CONSTRAINT search_words_pkey PRIMARY KEY (word)
);
CREATE INDEX search_words_edit_keys ON search_words USING gin (edit_keys) WITH (gin_pending_list_limit='256');
CREATE INDEX search_words_stale ON search_words (word) WHERE is_stale;

CREATE TABLE second_factors (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  name text NOT NULL,
  status text COLLATE "C" NOT NULL,
  secret text,
  last_time_step integer,
  confirmed_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  credential json,
  CONSTRAINT second_factors_pkey PRIMARY KEY (id),
  CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX second_factors_user ON second_factors (user_id, created_at, id);

CREATE TABLE secret_key_checks (
  key_check text COLLATE "C" NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT secret_key_checks_pkey PRIMARY KEY (key_check)
);

CREATE TABLE sessions (
  id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  user_agent text,
  ip text,
  last_used_at timestamptz(3),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_hash UNIQUE (hash),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_expires ON sessions (expires_at);
CREATE INDEX sessions_user_created ON sessions (user_id, created_at, id);
CREATE TRIGGER sessions_sign_in AFTER INSERT ON sessions FOR EACH ROW WHEN (true) EXECUTE FUNCTION record_sign_in();

CREATE TABLE shipping_methods (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  name text NOT NULL,
  active boolean NOT NULL,
  countries json NOT NULL,
  regions json NOT NULL,
  currency text NOT NULL,
  price_by text NOT NULL,
  weight_unit text NOT NULL,
  tiers json NOT NULL,
  free_above numeric(16,4),
  tax_category text,
  CONSTRAINT shipping_methods_pkey PRIMARY KEY (id)
);
CREATE INDEX shipping_methods_active ON shipping_methods (active, created_at, id);
CREATE INDEX shipping_methods_created ON shipping_methods (created_at, id);

CREATE TABLE shop (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  legal_name text,
  address json,
  tax_id text,
  email text,
  logo_url text,
  time_zone text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  invoice_prefix text DEFAULT 'INV-' NOT NULL,
  credit_note_prefix text DEFAULT 'CN-' NOT NULL,
  invoice_footer text,
  payment_terms_days integer DEFAULT 14 NOT NULL,
  invoice_retention_years integer DEFAULT 10 NOT NULL,
  withdrawal_notice text,
  search_languages text[] COLLATE "C" DEFAULT '{en,de}'::text[] NOT NULL,
  search_synonyms json DEFAULT '[]' NOT NULL,
  CONSTRAINT shop_pkey PRIMARY KEY (id),
  CONSTRAINT shop_id_check CHECK (id = 'shop_00000000000000000000000000')
);

CREATE TABLE shop_rules (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  "values" json NOT NULL,
  has_sales boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT shop_rules_pkey PRIMARY KEY (id),
  CONSTRAINT shop_rules_id_check CHECK (id = 'rules_00000000000000000000000000')
);

CREATE TABLE stock_adjustments (
  id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  delta integer NOT NULL,
  stock integer NOT NULL,
  reason text NOT NULL,
  actor_kind text NOT NULL,
  actor_user_id text COLLATE "C",
  actor_credential_id text COLLATE "C",
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT stock_adjustments_pkey PRIMARY KEY (id),
  CONSTRAINT stock_adjustments_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX stock_adjustments_created ON stock_adjustments (product_id, created_at, id);

CREATE TABLE subscription_movements (
  subscription_id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  kind text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  amount_minor bigint NOT NULL,
  mrr_minor bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT subscription_movements_pkey PRIMARY KEY (subscription_id, version, kind)
);
CREATE INDEX subscription_movements_created ON subscription_movements (created_at);
CREATE TRIGGER subscription_movements_rows BEFORE DELETE OR UPDATE ON subscription_movements FOR EACH ROW EXECUTE FUNCTION keep_subscription_movements();
CREATE TRIGGER subscription_movements_whole BEFORE TRUNCATE ON subscription_movements FOR EACH STATEMENT EXECUTE FUNCTION keep_subscription_movements();

CREATE TABLE subscriptions (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  plan_id text COLLATE "C" NOT NULL,
  quantity integer NOT NULL,
  "interval" text NOT NULL,
  interval_count integer NOT NULL,
  is_metered boolean NOT NULL,
  currency text NOT NULL,
  collection text NOT NULL,
  payment_method_id text COLLATE "C",
  anchor timestamptz(3) NOT NULL,
  current_period_start timestamptz(3) NOT NULL,
  current_period_end timestamptz(3) NOT NULL,
  usage_since timestamptz(3) NOT NULL,
  unbilled json NOT NULL,
  is_setup_billed boolean NOT NULL,
  trial_end timestamptz(3),
  is_trial_end_announced boolean NOT NULL,
  at_period_end text NOT NULL,
  next_plan json,
  next_plan_id text COLLATE "C",
  next_quantity integer,
  paused_at timestamptz(3),
  resumes_at timestamptz(3),
  past_due_since timestamptz(3),
  next_payment_attempt_at timestamptz(3),
  discount_codes json NOT NULL,
  latest_invoice_id text COLLATE "C",
  charge_at timestamptz(3),
  ended_at timestamptz(3),
  metadata json NOT NULL,
  actions json NOT NULL,
  next_step_at timestamptz(3),
  lease_owner text COLLATE "C",
  leased_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  postponed_until timestamptz(3),
  failure_count integer DEFAULT 0 NOT NULL,
  is_pending boolean DEFAULT false NOT NULL,
  redirect_url text,
  tax_id text,
  reservations json DEFAULT '[]' NOT NULL,
  out_of_stock_since timestamptz(3),
  next_stock_attempt_at timestamptz(3),
  usage_due_at timestamptz(3),
  usage_charges json DEFAULT '[]' NOT NULL,
  trial_of text[] DEFAULT '{}'::text[] NOT NULL,
  billing_address json,
  charges json DEFAULT '[]' NOT NULL,
  client text,
  goods_client text,
  expires_at timestamptz(3),
  paid_goods integer DEFAULT 0 NOT NULL,
  CONSTRAINT subscriptions_pkey PRIMARY KEY (id)
);
CREATE INDEX subscriptions_created ON subscriptions (created_at, id);
CREATE INDEX subscriptions_due ON subscriptions (next_step_at) WHERE next_step_at IS NOT NULL AND postponed_until IS NULL;
CREATE INDEX subscriptions_goods_client ON subscriptions (goods_client) WHERE goods_client IS NOT NULL;
CREATE INDEX subscriptions_next_plan ON subscriptions (next_plan_id) WHERE next_plan_id IS NOT NULL;
CREATE INDEX subscriptions_plan ON subscriptions (plan_id, created_at, id);
CREATE INDEX subscriptions_plan_status ON subscriptions (plan_id, status, created_at, id);
CREATE INDEX subscriptions_postponed ON subscriptions (postponed_until) WHERE postponed_until IS NOT NULL;
CREATE INDEX subscriptions_status ON subscriptions (status, created_at, id);
CREATE INDEX subscriptions_user ON subscriptions (user_id, created_at, id);

CREATE TABLE tax_rates (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  name text NOT NULL,
  rate integer NOT NULL,
  country text NOT NULL,
  region text,
  postal_prefix text,
  tax_category text,
  valid_from timestamptz(3),
  valid_to timestamptz(3),
  scope_key text COLLATE "C" NOT NULL,
  CONSTRAINT tax_rates_pkey PRIMARY KEY (id),
  CONSTRAINT tax_rates_rate_check CHECK (rate >= 0 AND rate <= 1000000)
);
CREATE INDEX tax_rates_country ON tax_rates (country, created_at, id);
CREATE INDEX tax_rates_created ON tax_rates (created_at, id);
CREATE INDEX tax_rates_scope ON tax_rates (scope_key);

CREATE TABLE test_clock (
  id smallint DEFAULT 1 NOT NULL,
  offset_ms bigint NOT NULL,
  target timestamptz(3),
  lease_owner text,
  leased_until timestamptz(3),
  CONSTRAINT test_clock_pkey PRIMARY KEY (id),
  CONSTRAINT test_clock_id_check CHECK (id = 1)
);

CREATE TABLE usage_records (
  subscription_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  quantity bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  CONSTRAINT usage_records_pkey PRIMARY KEY (subscription_id, key)
);
CREATE INDEX usage_records_time ON usage_records (subscription_id, at, sequence);

CREATE TABLE webhook_deliveries (
  id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  event_type text NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  status text COLLATE "C" NOT NULL,
  ordered boolean NOT NULL,
  attempt_count smallint DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz(3),
  attempts json[] DEFAULT '{}'::json[] NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_check CHECK ((next_attempt_at IS NOT NULL) = (status = 'pending')),
  CONSTRAINT webhook_deliveries_status_check CHECK (status IN ('pending', 'succeeded', 'failed'))
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at, sequence) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (created_at) WHERE status <> 'pending';
CREATE UNIQUE INDEX webhook_deliveries_event ON webhook_deliveries (event_id, endpoint_id);
CREATE INDEX webhook_deliveries_ordered ON webhook_deliveries (endpoint_id, resource_id, sequence) WHERE status = 'pending' AND ordered;
CREATE INDEX webhook_deliveries_resource ON webhook_deliveries (resource_id);
CREATE INDEX webhook_deliveries_status ON webhook_deliveries (endpoint_id, status, sequence);
CREATE TRIGGER webhook_deliveries_failed_webhook AFTER UPDATE OF status ON webhook_deliveries FOR EACH ROW WHEN (old.status = 'pending' AND new.status = 'failed') EXECUTE FUNCTION record_failed_webhook();
CREATE TRIGGER webhook_deliveries_version BEFORE UPDATE ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION increase_version();
COMMENT ON INDEX webhook_deliveries_ended IS 'No summary of blocks: those that are filled again after a removal would seem old forever.';
COMMENT ON INDEX webhook_deliveries_resource IS 'For erasures.';

CREATE TABLE webhook_endpoints (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  url text NOT NULL,
  events json NOT NULL,
  ordering text NOT NULL,
  description text,
  enabled boolean NOT NULL,
  disabled_reason text,
  enabled_at timestamptz(3) NOT NULL,
  secrets json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  owner_id text COLLATE "C",
  set_up_by_session text COLLATE "C",
  set_up_by_key text COLLATE "C",
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_check CHECK (enabled = (disabled_reason IS NULL)),
  CONSTRAINT webhook_endpoints_disabled_reason_check CHECK (disabled_reason IN ('requested', 'gone', 'failing', 'owner_disabled', 'session_ended', 'key_revoked')),
  CONSTRAINT webhook_endpoints_ordering_check CHECK (ordering IN ('none', 'resource')),
  CONSTRAINT webhook_endpoints_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX webhook_endpoints_created ON webhook_endpoints (created_at, id);
CREATE INDEX webhook_endpoints_owner ON webhook_endpoints (owner_id, created_at, id);

CREATE TABLE webhook_queues (
  endpoint_id text COLLATE "C" NOT NULL,
  last_sequence bigint DEFAULT 0 NOT NULL,
  wake_ups bigint DEFAULT 0 NOT NULL,
  next_due timestamptz(3),
  lease_owner text,
  leased_until timestamptz(3),
  failing_since timestamptz(3),
  last_failed_at timestamptz(3),
  CONSTRAINT webhook_queues_pkey PRIMARY KEY (endpoint_id)
);
CREATE INDEX webhook_queues_due ON webhook_queues (next_due) WHERE next_due IS NOT NULL;
COMMENT ON TABLE webhook_queues IS 'Outlives its endpoint until the last delivery is removed, so there is no reference.';

CREATE TABLE withdrawals (
  id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  order_id text COLLATE "C",
  subscription_id text COLLATE "C",
  user_id text COLLATE "C",
  order_number text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  items json,
  note text,
  is_verified boolean NOT NULL,
  status text NOT NULL,
  reason text,
  until timestamptz(3),
  refund_by timestamptz(3),
  accepted_items json,
  return_id text COLLATE "C",
  process_at timestamptz(3),
  is_erased boolean NOT NULL,
  client text,
  CONSTRAINT withdrawals_pkey PRIMARY KEY (id)
);
CREATE INDEX withdrawals_created ON withdrawals (created_at, id);
CREATE INDEX withdrawals_due ON withdrawals (process_at) WHERE process_at IS NOT NULL;
CREATE INDEX withdrawals_email ON withdrawals (email_key);
CREATE INDEX withdrawals_order ON withdrawals (order_id, created_at, id) WHERE order_id IS NOT NULL;
CREATE INDEX withdrawals_refund ON withdrawals (status, refund_by) WHERE refund_by IS NOT NULL;
CREATE INDEX withdrawals_status ON withdrawals (status, created_at, id);
CREATE INDEX withdrawals_user ON withdrawals (user_id, created_at, id) WHERE user_id IS NOT NULL;

CREATE VIEW ledger_discrepancies AS
 SELECT ledger_entries.movement_id AS id,
    'debits do not equal credits' AS discrepancy
   FROM ledger_entries
  GROUP BY ledger_entries.movement_id
 HAVING sum(ledger_entries.debit) <> sum(ledger_entries.credit) OR count(DISTINCT ledger_entries.currency) <> 1
UNION ALL
 SELECT p.id,
    'the payment differs from its movements' AS discrepancy
   FROM payments p
     LEFT JOIN ( SELECT ledger_entries.payment_id,
            COALESCE(sum(ledger_entries.debit) FILTER (WHERE ledger_entries.kind = 'capture'), 0) AS captured,
            COALESCE(sum(ledger_entries.debit) FILTER (WHERE ledger_entries.kind IN ('refund', 'dispute_lost')), 0) - COALESCE(sum(ledger_entries.debit) FILTER (WHERE ledger_entries.kind = 'refund_reversal'), 0) AS refunded,
            COALESCE(sum(ledger_entries.debit) FILTER (WHERE ledger_entries.kind = 'dispute'), 0) - COALESCE(sum(ledger_entries.debit) FILTER (WHERE ledger_entries.kind IN ('dispute_won', 'dispute_lost')), 0) AS disputed,
            array_agg(DISTINCT ledger_entries.currency) AS currencies
           FROM ledger_entries
          GROUP BY ledger_entries.payment_id) moved ON moved.payment_id = p.id
  WHERE p.amount_captured <> COALESCE(moved.captured, 0) OR p.amount_refunded <> COALESCE(moved.refunded, 0) OR p.amount_disputed <> COALESCE(moved.disputed, 0) OR moved.currencies <> ARRAY[p.currency]
UNION ALL
 SELECT o.id,
    'the order differs from its movements' AS discrepancy
   FROM orders o
     LEFT JOIN ( SELECT ledger_entries.payable_id,
            COALESCE(sum(ledger_entries.credit) FILTER (WHERE ledger_entries.kind = 'capture'), 0) AS paid,
            sum(ledger_entries.debit) - COALESCE(sum(ledger_entries.credit) FILTER (WHERE ledger_entries.kind = 'refund_reversal'), 0) AS refunded
           FROM ledger_entries
          WHERE ledger_entries.account = 'orders'
          GROUP BY ledger_entries.payable_id) moved ON moved.payable_id = o.id
  WHERE o.amount_paid <> COALESCE(moved.paid, 0) OR o.amount_refunded <> COALESCE(moved.refunded, 0)
UNION ALL
 SELECT i.id,
    'the invoice differs from its movements' AS discrepancy
   FROM invoices i
     LEFT JOIN ( SELECT ledger_entries.payable_id,
            COALESCE(sum(ledger_entries.credit) FILTER (WHERE ledger_entries.kind = 'capture'), 0) AS paid,
            sum(ledger_entries.debit) - COALESCE(sum(ledger_entries.credit) FILTER (WHERE ledger_entries.kind = 'refund_reversal'), 0) AS refunded
           FROM ledger_entries
          WHERE ledger_entries.account = 'invoices'
          GROUP BY ledger_entries.payable_id) moved ON moved.payable_id = i.id
  WHERE i.order_id IS NULL AND (i.amount_paid <> COALESCE(moved.paid, 0) OR i.amount_refunded <> COALESCE(moved.refunded, 0))
UNION ALL
 SELECT DISTINCT moved.movement_id AS id,
    'the movement has no payment' AS discrepancy
   FROM ledger_entries moved
  WHERE NOT (EXISTS ( SELECT
           FROM payments p
          WHERE p.id = moved.payment_id));

INSERT INTO migrations (name) VALUES
  ('20261126-baseline'),
  ('20261127-rules-of-the-shop'),
  ('20261128-customers-of-discounts'),
  ('20261128-inheritance-of-variants'),
  ('20261128-delayed-invoice-files'),
  ('20261128-agreed-prices'),
  ('20261128-refunded-shipping'),
  ('20261128-late-usage'),
  ('20261128-limits-per-customer'),
  ('20261128-addresses-of-subscriptions'),
  ('20261128-charges-of-periods'),
  ('20261129-withdrawal-exemptions'),
  ('20261129-terms-of-withdrawal'),
  ('20261129-withdrawals'),
  ('20261130-limits-of-customers'),
  ('20261130-limited-mails'),
  ('20261130-tax-numbers'),
  ('20261130-sessions-of-webhooks'),
  ('20261130-keys-of-emails'),
  ('20261130-uses-of-sessions'),
  ('20261130-clients-of-mails'),
  ('20261130-goods-of-charges'),
  ('20261130-origins-of-keys'),
  ('20261130-paid-goods'),
  ('20261201-meanings-of-words'),
  ('20261202-contacts'),
  ('20261203-files-of-imports'),
  ('20261203-merchandising-fields'),
  ('20261204-descriptions-in-html'),
  ('20261204-remembered-choices'),
  ('20261204-image-fetches'),
  ('20261204-media'),
  ('20261204-derived-slugs'),
  ('20261205-consents'),
  ('20261205-redirects'),
  ('20261206-import-resources'),
  ('20261207-expiry-of-orders'),
  ('20261207-payment-links'),
  ('20261207-sent-invoices'),
  ('20261208-custom-items'),
  ('20261208-annotations-of-users'),
  ('20261209-traces-of-events'),
  ('20261210-carts');
