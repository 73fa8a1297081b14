import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { makeWorkerPool, type PoolOptions, type WorkerPool } from '#adapters/invoice-pdf/worker-pool.ts';
import { rejectionOf } from '../../support/rejection.ts';

type Order = Readonly<{ act: string; crashesOf?: Int32Array }>;

describe('a pool of threads', () => {
  let pool: WorkerPool<Order, number>;

  const open = (options: Partial<PoolOptions> = {}): void => {
    pool = makeWorkerPool<Order, number>({
      script: new URL('../../support/run-faulty-renderer.ts', import.meta.url),
      maxThreads: 1,
      maxQueued: 10,
      timeoutMs: 20_000,
      idleMs: 20_000,
      maxHeapMb: 32,
      ...options,
    });
  };

  const reply = (): Promise<number> => pool.run({ act: 'reply' });

  afterEach(() => pool.close());

  it('works in one thread after another input', async () => {
    open();
    const [first, second] = await Promise.all([reply(), reply()]);
    expect(second).to.equal(first);
  });

  it('starts more threads, up to its maximum', async () => {
    open({ maxThreads: 2 });
    const threads = await Promise.all([reply(), reply(), reply(), reply()]);
    expect(new Set(threads).size).to.equal(2);
  });

  for (const act of ['crash', 'exit', 'fill']) {
    it(`replaces a thread and tries once more after: ${act}`, async () => {
      open();
      const crashesOf = new Int32Array(new SharedArrayBuffer(4));
      expect(await pool.run({ act, crashesOf })).to.be.a('number');
      expect(crashesOf[0]).to.equal(2);
    });
  }

  it('rejects what crashes two threads, and works on', async () => {
    open();
    const rejected = rejectionOf(pool.run({ act: 'crash' }));
    expect(await reply()).to.be.a('number');
    expect((await rejected).kind).to.equal('unavailable');
  });

  it('ends a thread that takes too long, and works on', async () => {
    open({ timeoutMs: 5_000 });
    const rejected = rejectionOf(pool.run({ act: 'hang' }));
    expect(await reply()).to.be.a('number');
    expect((await rejected).message).to.equal('The document was not made within 5000 ms.');
  });

  it('reports a failure without trying again', async () => {
    open();
    const error = await rejectionOf(pool.run({ act: 'fail' }));
    expect(error.kind).to.equal('unavailable');
    expect(error.cause).to.be.instanceOf(Error).with.property('message', 'no such glyph');
    expect(await reply()).to.be.a('number');
  });

  it('rejects more than it may queue', async () => {
    open({ maxQueued: 1 });
    const accepted = [reply(), reply()];
    expect((await rejectionOf(reply())).kind).to.equal('unavailable');
    await Promise.all(accepted);
  });

  it('ends idle threads, and starts others when they are needed', async () => {
    open({ idleMs: 10 });
    const first = await reply();
    await sleep(200);
    expect(await reply()).not.to.equal(first);
  });

  it('rejects what is not done when it closes, and what comes after', async () => {
    open();
    const rejections = [rejectionOf(pool.run({ act: 'hang' })), rejectionOf(reply())];
    await pool.close();
    for (const { kind } of await Promise.all([...rejections, rejectionOf(reply())])) {
      expect(kind).to.equal('unavailable');
    }
  });

  it('closes without having worked', async () => {
    open();
    await pool.close();
  });
});
