import { Migration } from '@mikro-orm/migrations';

/** Descriptions in HTML. A process of the former version leaves them as they are. */
export class DescriptionsInHtml extends Migration {
  override up(): void {
    this.addSql('alter table products add column description_html text');
  }
}
