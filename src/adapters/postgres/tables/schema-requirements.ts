import { defineEntity, p } from '@mikro-orm/postgresql';

/** The migrations that a version of the service must know to work with the schema. */
export const SchemaRequirementRow = defineEntity({
  name: 'SchemaRequirementRow',
  tableName: 'schema_requirements',
  properties: {
    needed_migration: p.text().primary(),
  },
});
