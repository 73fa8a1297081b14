import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { makeEncoderThread } from '#adapters/parquet/encoder-thread.ts';

describe('makeEncoderThread', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'encoder-'));
  });
  after(() => rm(folder, { recursive: true }));

  const failureOf = (promise: Promise<void>): Promise<NodeJS.ErrnoException | undefined> =>
    promise.then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error,
    );

  it('reports what a file operation has failed with, and goes on', async () => {
    const thread = makeEncoderThread();
    const target = path.join(folder, 'orders.parquet');
    await thread.run({ kind: 'create', path: target, dataset: 'orders' });
    await thread.run({ kind: 'complete' });
    const error = await failureOf(thread.run({ kind: 'create', path: target, dataset: 'orders' }));
    expect(error).to.include({ code: 'EEXIST' });
    await thread.run({ kind: 'create', path: path.join(folder, 'other.parquet'), dataset: 'orders' });
    await thread.close();
  });

  it('appends nothing to a file that a former thread has begun', async () => {
    const thread = makeEncoderThread();
    await thread.run({ kind: 'create', path: path.join(folder, 'begun.parquet'), dataset: 'orders' });
    await thread.close();
    const error = await failureOf(thread.run({ kind: 'append', rows: ['{}'] }));
    expect(error?.message).to.equal('There is no file to write to.');
    await thread.close();
  });

  it('reports rows that are no JSON of the dataset', async () => {
    const thread = makeEncoderThread();
    await thread.run({ kind: 'create', path: path.join(folder, 'wrong.parquet'), dataset: 'payments' });
    expect((await failureOf(thread.run({ kind: 'append', rows: ['no JSON'] })))?.message).to.include('JSON');
    await thread.close();
  });
});
