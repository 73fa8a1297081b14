-- What a new database contains.
insert into document_numbers (document, last) values ('invoice', 0), ('credit_note', 0);
insert into event_feed (last_position) values (0);
insert into publisher_offsets (publisher, position) values ('webhooks', 0);
insert into schema_requirements (needed_migration) values ('20261128-charges-of-periods');
insert into shop (id, version, name, time_zone, created_at, updated_at)
values ('shop_00000000000000000000000000', 1, 'Shop', 'UTC', now(), now());
insert into shop_rules (id, version, "values", has_sales, created_at, updated_at)
values ('rules_00000000000000000000000000', 0, '{}', false, now(), now());
insert into test_clock (offset_ms) values (0);
