import { Migration } from '@mikro-orm/migrations';

/** How deliveries go, and what was answered to them. */
export class DeliveryRemoval extends Migration {
  override up(): void {
    this.#remove();
    this.#erase();
  }

  // what others have got is left for the next time: they may wait for what was got here
  #remove(): void {
    this.addSql(`
      create function remove_deliveries(before timestamptz, most integer) returns integer language plpgsql as $$
      declare
        removed integer;
        more integer;
        gone text;
      begin
        delete from webhook_deliveries where id = any(array(
          select id from webhook_deliveries where status <> 'pending' and created_at < before
          order by created_at limit most for update skip locked
        ));
        get diagnostics removed = row_count;
        for gone in
          select endpoint_id from webhook_queues queue
          where not exists (select from webhook_endpoints where id = queue.endpoint_id)
          for update of queue skip locked
        loop
          exit when removed >= most;
          delete from webhook_deliveries where id = any(array(
            select id from webhook_deliveries where endpoint_id = gone limit most - removed));
          get diagnostics more = row_count;
          removed = removed + more;
          if removed < most then
            delete from webhook_queues where endpoint_id = gone;
          end if;
        end loop;
        return removed;
      end $$`);
  }

  // by the deliveries' own resources: an event may have been removed by then
  #erase(): void {
    this.addSql(`
      create function erase_answers(resources text[]) returns void language plpgsql as $$
      begin
        perform from webhook_queues where endpoint_id = any(array(
          select endpoint_id from webhook_deliveries where resource_id = any(resources)
        )) order by endpoint_id for update;
        update webhook_deliveries set attempts = array(
          select without_answer(attempt)
          from unnest(attempts) with ordinality as made (attempt, place) order by place
        )
        where resource_id = any(resources) and cardinality(attempts) > 0;
      end $$`);
  }
}
