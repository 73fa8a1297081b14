import { p } from '@mikro-orm/postgresql';
import { table } from './table.ts';

/** The migrations that a version of the service must know to work with the schema. */
export const SchemaRequirementRow = table('schema_requirements', {
  needed_migration: p.text().primary(),
});
