import { Migration } from '@mikro-orm/migrations';

/** Deliveries that are asked for once more. */
export class DeliveryReplay extends Migration {
  override up(): void {
    this.#requeue();
    this.#replay();
  }

  #requeue(): void {
    this.addSql(`
      create function requeue_deliveries(of_endpoint text, ids text[], at timestamptz) returns bigint
      language plpgsql as $$
      declare
        ordering text;
        asked bigint;
      begin
        perform from webhook_queues where endpoint_id = of_endpoint for update;
        select endpoint.ordering into ordering from webhook_endpoints endpoint where id = of_endpoint;
        if not found then
          return 0;
        end if;
        update webhook_deliveries set status = 'pending', tries = 0, updated_at = at,
          next_attempt_at = case when ordered and ordering = 'resource' then 'infinity' else at end
        where id = any(ids) and endpoint_id = of_endpoint;
        get diagnostics asked = row_count;
        if asked > 0 then
          perform let_next_go(of_endpoint, array(
            select resource_id from webhook_deliveries where id = any(ids) and next_attempt_at = 'infinity'), at);
          update webhook_queues set nudges = nudges + 1, next_due = least(next_due, at)
          where endpoint_id = of_endpoint;
          perform pg_notify('deliveries', '');
        end if;
        return asked;
      end $$`);
  }

  // all are numbered anew, those that were sent too: what happened earlier is to go before what happened later. Another
  // may have waited for one that goes behind it by that, or that is kept in order no longer
  #replay(): void {
    this.addSql(`
      create function replay_deliveries(of_endpoint text, ids text[], events text[], types text[], resources text[],
        at timestamptz) returns bigint language plpgsql as $$
      declare
        base bigint;
        in_order boolean;
        asked bigint;
      begin
        select last_sequence into base from webhook_queues where endpoint_id = of_endpoint for update;
        select ordering = 'resource' into in_order from webhook_endpoints where id = of_endpoint;
        if base is null or in_order is null then
          return 0;
        end if;
        insert into webhook_deliveries as known (id, endpoint_id, event_id, event_type, resource_id, sequence, status,
          ordered, next_attempt_at, created_at, updated_at)
        select id, of_endpoint, event_id, event_type, resource_id, base + place, 'pending', in_order,
          case when in_order then 'infinity' else at end, at, at
        from unnest(ids, events, types, resources) with ordinality
          as given (id, event_id, event_type, resource_id, place)
        order by place
        on conflict (event_id, endpoint_id) do update set sequence = excluded.sequence, status = 'pending',
          ordered = excluded.ordered, tries = 0, next_attempt_at = excluded.next_attempt_at, updated_at = at;
        get diagnostics asked = row_count;
        if asked > 0 then
          perform let_next_go(of_endpoint, resources, at);
          update webhook_queues set nudges = nudges + 1, last_sequence = base + asked, next_due = least(next_due, at)
          where endpoint_id = of_endpoint;
          perform pg_notify('deliveries', '');
        end if;
        return asked;
      end $$`);
  }
}
