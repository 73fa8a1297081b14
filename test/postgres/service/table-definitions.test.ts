import { expect } from 'chai';
import { type Database, openDatabase } from '#adapters/postgres/connection/database.ts';
import { TABLES } from '#adapters/postgres/schema.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';

type Column = Readonly<{ name: string; type: string; nullable: boolean; generated: boolean; primary: boolean }>;

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    not a.attnotnull as nullable, a.attgenerated <> '' or a.attidentity <> '' as generated,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as primary
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and c.relname <> 'migrations'
  order by c.relname, a.attname`;

/** PostgreSQL's own name of a type: `timestamptz(3)` is `timestamp(3) with time zone`. */
const canonicalType = async (url: string, type: string): Promise<string> => {
  const [row] = await runSql(url, `select format_type(to_regtype('${type}'), to_regtypemod('${type}')) as type`);
  return String(row?.['type']);
};

describe('the table definitions', () => {
  let url: string;
  let database: Database;
  const migrated = new Map<string, Column[]>();

  before(async () => {
    url = await createDatabase();
    // MikroORM resolves the types of the columns when it starts
    database = await openDatabase({ url });
    for (const { table, ...column } of (await runSql(url, COLUMNS)) as (Column & { table: string })[]) {
      migrated.set(table, [...(migrated.get(table) ?? []), column]);
    }
  });
  after(() => database.close());

  it('define every table of the migrated database', () => {
    const defined = TABLES.map(({ meta }) => meta.tableName);
    // the sandbox gateway reads its tables itself
    const others = [...migrated.keys()].filter((table) => !table.startsWith('sandbox_'));
    expect(defined.toSorted()).to.deep.equal(others.toSorted());
  });

  for (const definition of TABLES) {
    const { tableName } = definition.meta;
    it(`have the columns of ${tableName}, with their types, nullability and generation`, async () => {
      const props = [...database.orm.getMetadata().getAll().values()].find(
        (meta) => meta.tableName === tableName,
      )?.props;
      const defined = await Promise.all(
        (props ?? []).map(async ({ name, fieldNames, columnTypes, nullable, generated, primary }): Promise<Column> => {
          expect(fieldNames, 'a property is named after its column').to.deep.equal([name]);
          return {
            name,
            type: await canonicalType(url, columnTypes[0] ?? ''),
            nullable: nullable === true,
            generated: generated !== undefined,
            primary: primary === true,
          };
        }),
      );
      const byName = (one: Column, other: Column): number => (one.name < other.name ? -1 : 1);
      expect(defined.toSorted(byName)).to.deep.equal((migrated.get(tableName) ?? []).toSorted(byName));
    });
  }
});
