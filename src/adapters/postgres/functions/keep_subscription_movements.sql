create or replace function keep_subscription_movements() returns trigger language plpgsql as $$
begin
  raise exception 'Movements of subscriptions are only added: % is refused.', lower(tg_op)
    using errcode = 'restrict_violation';
end $$;
