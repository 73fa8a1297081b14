import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { type Caller, callerOf, ownerKeyOf, type Reply } from '../../support/servers/calls.ts';
import { killLeftovers, spawnService } from '../../support/servers/spawn-service.ts';

const CREATIONS = 500;
const CLIENTS = 10;
const ACKNOWLEDGED_BEFORE_KILL = 200;

describe('a crash under load', () => {
  let dataDir: string;

  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'crash-'));
    // PostgreSQL runs as another user when the test is root
    await chmod(dataDir, 0o755);
  });
  after(async () => {
    killLeftovers();
    await rm(dataDir, { recursive: true, force: true });
  });

  const create = (call: Caller, number: number): Promise<Reply> => {
    const body = {
      name: `product ${number}`,
      price: 1,
      category: `category ${number % 7}`,
      attributes: { number: `${number}` },
    };
    return call('/api/products', { method: 'POST', body, headers: { 'Idempotency-Key': `creation-${number}` } });
  };

  /** Runs a task per number with some concurrent clients. */
  const forEachConcurrently = async (count: number, task: (number: number) => Promise<void>): Promise<void> => {
    let next = 0;
    const client = async (): Promise<void> => {
      while (next < count) await task(next++);
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  };

  /** The frequency of each number. */
  const countNumbers = async (call: Caller): Promise<Map<number, number>> => {
    const counts = new Map<number, number>();
    for (let next: string | null = ''; next !== null; ) {
      const { json }: Reply = await call(`/api/products?limit=100${next && `&cursor=${next}`}`);
      for (const { attributes } of json.data)
        counts.set(Number(attributes.number), (counts.get(Number(attributes.number)) ?? 0) + 1);
      next = json.next_cursor;
    }
    return counts;
  };

  it('loses no acknowledged write and applies no repeated one twice', async () => {
    const doomed = await spawnService({ DATA_DIR: dataDir });
    const key = await ownerKeyOf(doomed.url);
    const acknowledged = new Map<number, string>();
    let lostResponses = 0;
    let ending: Promise<unknown> | undefined;
    await forEachConcurrently(CREATIONS, async (number) => {
      const reply = await create(callerOf(doomed.url, key), number).catch(() => undefined);
      if (reply === undefined) {
        lostResponses += 1;
        return;
      }
      expect(reply.status, reply.text).to.equal(201);
      acknowledged.set(number, reply.text);
      if (acknowledged.size === ACKNOWLEDGED_BEFORE_KILL) ending = doomed.end('SIGKILL');
    });
    expect(await ending).to.include({ signal: 'SIGKILL' });
    expect(lostResponses).to.be.greaterThan(0);

    const service = await spawnService({ DATA_DIR: dataDir });
    const call = callerOf(service.url, key);
    const survivors = await countNumbers(call);
    for (const number of acknowledged.keys()) expect(survivors.get(number), `product ${number}`).to.equal(1);

    await forEachConcurrently(CREATIONS, async (number) => {
      const reply = await create(call, number);
      expect(reply.status, reply.text).to.equal(201);
      expect(reply.headers.get('idempotency-replayed'), `product ${number}`).to.equal(
        survivors.has(number) ? 'true' : null,
      );
      if (acknowledged.has(number)) expect(reply.text).to.equal(acknowledged.get(number));
    });
    const counts = await countNumbers(call);
    expect(counts.size).to.equal(CREATIONS);
    for (const [number, count] of counts) expect(count, `product ${number}`).to.equal(1);
    expect(await service.end('SIGTERM')).to.deep.equal({ code: 0, signal: null, stderr: '' });
  });
});
