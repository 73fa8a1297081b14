import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SRC = path.join(ROOT, 'src');

const IMPORTS = `
import { describeList, type FilterOf } from '${SRC}/core/shared/list.ts';
import { productList } from '${SRC}/core/catalog/product-list.ts';
import { orderList } from '${SRC}/core/orders/order-list.ts';
import { listTable } from '${SRC}/adapters/postgres/lists/list-table.ts';
import { sql } from '${ROOT}/node_modules/kysely/dist/index.js';
export const used = { describeList, productList, orderList, listTable, sql };
type View = Readonly<{ id: string; name: string; size: number; is_new: boolean; tags: Record<string, string>; created_at: string }>;
const defaultSort = { by: 'created_at', descending: true } as const;
const condition = () => ({ shape: '', values: {}, sql: () => sql<boolean>\`true\` });
`;

type Planted = Readonly<{ name: string; code: string }>;

const listWith = (filter: string, sorts = ''): string =>
  `describeList<View>()({ filters: { one: { description: '', ${filter} } }, sorts: [${sorts}], defaultSort })`;

/** Descriptions that must not compile. */
const FAULTS: readonly Planted[] = [
  { name: 'a filter on a field that the view lacks', code: listWith(`kind: 'is', field: 'is_old'`) },
  { name: 'a bound of time on a text', code: listWith(`kind: 'from', field: 'name'`) },
  { name: 'a bound of number on a text', code: listWith(`kind: 'minimum', field: 'name'`) },
  { name: 'a boolean filter on a number', code: listWith(`kind: 'is', field: 'size'`) },
  { name: 'pairs in a text', code: listWith(`kind: 'contains', field: 'name'`) },
  {
    name: 'a text format for a number',
    code: listWith(`kind: 'equals', field: 'size', format: { type: 'text', maxLength: 9 }`),
  },
  {
    name: 'a sort by a field that the view lacks',
    code: listWith(`kind: 'is', field: 'is_new'`, `'price'`),
  },
  {
    name: 'a filter value of another type',
    code: `({ created_from: '2026-01-01' }) satisfies FilterOf<typeof productList>`,
  },
  { name: 'a filter value that is no choice', code: `({ status: 'sold' }) satisfies FilterOf<typeof productList>` },
  { name: 'a filter that the list lacks', code: `({ colour: 'blue' }) satisfies FilterOf<typeof productList>` },
  {
    name: 'a filter without a column or a condition',
    code: `listTable('orders')(orderList, { columns: {}, conditions: {} })`,
  },
  {
    name: 'a column that the table lacks',
    code: `listTable('orders')(orderList, { columns: { created_at: 'made_at' }, conditions: { product_id: condition } })`,
  },
  {
    name: 'a list on the table of another',
    code: `listTable('sessions')(orderList, { columns: {}, conditions: { product_id: condition } })`,
  },
];

/** The same without the error. */
const CORRECT: readonly Planted[] = [
  { name: 'a filter on a field of the view', code: listWith(`kind: 'is', field: 'is_new'`, `'size'`) },
  { name: 'a bound of time on a time', code: listWith(`kind: 'from', field: 'created_at'`) },
  { name: 'a bound of number on a number', code: listWith(`kind: 'minimum', field: 'size'`) },
  { name: 'pairs in a map', code: listWith(`kind: 'contains', field: 'tags'`) },
  {
    name: 'filter values of the right types',
    code: `({ created_from: new Date(), status: 'draft' }) satisfies FilterOf<typeof productList>`,
  },
  {
    name: 'a column or a condition for each filter',
    code: `listTable('orders')(orderList, { columns: {}, conditions: { product_id: condition } })`,
  },
];

const fileOf = ({ name }: Planted): string => `${name.replaceAll(' ', '-')}.ts`;

describe('the types of list descriptions', function () {
  this.timeout(120_000);
  let directory: string;
  let output: string;

  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'list-descriptions-'));
    const planted = [...FAULTS, ...CORRECT];
    for (const one of planted) {
      await writeFile(path.join(directory, fileOf(one)), `${IMPORTS}export const planted = ${one.code};\n`);
    }
    await writeFile(path.join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
    const config = {
      extends: path.join(ROOT, 'tsconfig.json'),
      compilerOptions: { typeRoots: [path.join(ROOT, 'node_modules/@types')] },
      include: [],
      files: planted.map(fileOf),
    };
    await writeFile(path.join(directory, 'tsconfig.json'), JSON.stringify(config));
    const tsc = path.join(ROOT, 'node_modules/.bin/tsc');
    output = spawnSync(tsc, ['-p', directory], { cwd: directory, encoding: 'utf8' }).stdout;
  });

  after(() => rm(directory, { recursive: true }));

  const diagnosticsOf = (planted: Planted): string[] =>
    output.split('\n').filter((line) => line.startsWith(`${fileOf(planted)}(`));

  for (const planted of FAULTS) {
    it(`reject ${planted.name}`, () => expect(diagnosticsOf(planted)).not.to.deep.equal([]));
  }

  for (const planted of CORRECT) {
    it(`accept ${planted.name}`, () => expect(diagnosticsOf(planted)).to.deep.equal([]));
  }
});
