import { Migration } from '@mikro-orm/migrations';

/** Who caused an event. The index is for erasures: events of API keys are not in it. */
export class EventActors extends Migration {
  override up(): void {
    this.addSql('alter table events add actor_type text, add actor_id text collate "C"');
    this.addSql(`create index events_user on events (actor_id) where actor_type = 'user' and actor_id is not null`);
  }
}
