import { Migration } from '@mikro-orm/migrations';

/** The spans that recorded events; a process of the former version writes null, as for what is not traced. */
export class TracesOfEvents extends Migration {
  override up(): void {
    this.addSql('alter table events add column trace_parent text');
  }
}
