import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { countsOf, csvOf, importFile, NDJSON } from '../../support/builders/imports.ts';
import { eventually } from '../../support/eventually.ts';
import { type Caller, callerOf, ownerKeyOf, type Reply } from '../../support/servers/calls.ts';
import { killLeftovers, spawnService } from '../../support/servers/spawn-service.ts';

const ROWS = 6_000;

/** Creates half of its products, and then adds to the stock of all of them. */
const FILE = csvOf(
  'sku,name,price,category,stock_delta,attributes.n',
  ...Array.from({ length: ROWS }, (_, row) => {
    const number = row % (ROWS / 2);
    return `K-${number},name ${number},${number}.50,category ${number % 7},${1 + (row % 5)},${number}`;
  }),
);

const FIELDS = ['sku', 'name', 'slug', 'price', 'category', 'stock', 'attributes', 'version'];

/** The products without what differs between two runs. */
const catalogueOf = async (call: Caller): Promise<string[]> => {
  const { text } = await call('/api/products/export', { headers: { Accept: NDJSON } });
  const products: Record<string, unknown>[] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return products.map((product) => JSON.stringify(FIELDS.map((field) => product[field]))).sort();
};

describe('an import that is killed', () => {
  const dataDirs: string[] = [];

  after(async () => {
    killLeftovers();
    for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true });
  });

  const spawnNew = async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'imports-'));
    // PostgreSQL runs as another user when the test is root
    await chmod(dataDir, 0o755);
    dataDirs.push(dataDir);
    const service = await spawnService({ DATA_DIR: dataDir });
    return { dataDir, service, key: await ownerKeyOf(service.url) };
  };

  /** Sends the file, again while the lease of a killed process has not expired. */
  const send = async (call: Caller): Promise<Reply> => {
    const reply = await importFile({ call }, FILE, { key: 'catalogue' });
    if (reply.status !== 409) return reply;
    expect(reply.json.code).to.equal('idempotency_in_progress');
    await sleep(500);
    return send(call);
  };

  it('ends with the catalogue of one clean run when it is sent again', async () => {
    const clean = await spawnNew();
    const cleanCall = callerOf(clean.service.url, clean.key);
    expect(countsOf((await send(cleanCall)).json)).to.include({ rows: ROWS, created: ROWS / 2, updated: ROWS / 2 });
    const expected = await catalogueOf(cleanCall);
    await clean.service.end('SIGTERM');

    let { dataDir, service, key } = await spawnNew();
    for (const share of [0.1, 0.6]) {
      const call = callerOf(service.url, key);
      send(call).catch(() => {});
      await eventually('a part is stored', async () => {
        const { json } = await call('/api/imports?limit=1');
        return (json.data[0]?.rows ?? 0) >= share * ROWS;
      });
      await service.end('SIGKILL');
      service = await spawnService({ DATA_DIR: dataDir });
    }
    const call = callerOf(service.url, key);
    const reply = await send(call);
    expect(reply.json, reply.text).to.include({ status: 'completed' });
    expect(countsOf(reply.json)).to.include({ rows: ROWS, created: ROWS / 2, updated: ROWS / 2, failed: 0 });
    expect(await catalogueOf(call)).to.deep.equal(expected);
    await service.end('SIGTERM');
  });
});
