import type { ServerResponse } from 'node:http';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect } from 'chai';
import sinon from 'sinon';
import { makeTurns, type Places } from '#adapters/http/admission/turns.ts';

const OPEN = { destroyed: false, writableEnded: false } as ServerResponse;

const ADDRESS = 'address:192.0.2.1';
const OTHER = 'address:192.0.2.2';

describe('turns of clients', () => {
  let clock: sinon.SinonFakeTimers;
  let begun: string[];
  let running: Map<string, () => void>;
  let run: (name: string, clients: readonly string[], res?: ServerResponse) => Promise<void>;
  let write: typeof run;

  beforeEach(() => {
    clock = sinon.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => clock.restore());

  const open = (read: Places, maxMilliseconds = Number.POSITIVE_INFINITY): void => {
    const turns = makeTurns({ read, write: read }, { maxMilliseconds, pause: () => undefined });
    begun = [];
    running = new Map();
    const runOf =
      (kind: keyof typeof turns): typeof run =>
      (name, clients, res = OPEN) =>
        turns[kind]({ res, clients }, () => {
          begun.push(name);
          return new Promise((resolve) => running.set(name, resolve));
        });
    run = runOf('read');
    write = runOf('write');
  };

  const end = async (name: string, milliseconds: number): Promise<void> => {
    clock.tick(milliseconds);
    running.get(name)?.();
    running.delete(name);
    await nextIteration();
  };

  it('begin at once while there is a place, in the order of arrival for one client', async () => {
    open({ total: 2, perClient: 2 });
    const all = ['a', 'b', 'c', 'd'].map((name) => run(name, [ADDRESS]));
    expect(begun).to.deep.equal(['a', 'b']);
    await end('b', 1);
    expect(begun).to.deep.equal(['a', 'b', 'c']);
    await end('a', 1);
    await end('c', 1);
    await end('d', 1);
    await Promise.all(all);
    expect(begun).to.deep.equal(['a', 'b', 'c', 'd']);
  });

  it('give the next place to the client whose tasks have run for the shortest time', async () => {
    open({ total: 1, perClient: 1 });
    void Promise.all(['a1', 'a2', 'a3'].map((name) => run(name, [ADDRESS])));
    void Promise.all(['b1', 'b2', 'b3'].map((name) => run(name, [OTHER])));
    await end('a1', 100);
    await end('b1', 30);
    await end('b2', 30);
    await end('b3', 30);
    await end('a2', 100);
    expect(begun).to.deep.equal(['a1', 'b1', 'b2', 'b3', 'a2', 'a3']);
  });

  it('leave places to other clients', async () => {
    open({ total: 3, perClient: 2 });
    void Promise.all(['a1', 'a2', 'a3'].map((name) => run(name, [ADDRESS])));
    expect(begun).to.deep.equal(['a1', 'a2']);
    void run('b1', [OTHER]);
    expect(begun).to.deep.equal(['a1', 'a2', 'b1']);
  });

  it('count the credentials of an address together, and each at several addresses', async () => {
    open({ total: 3, perClient: 1 });
    void run('a1', [ADDRESS, 'credential:1']);
    void run('a2', [ADDRESS, 'credential:2']);
    void run('a3', [OTHER, 'credential:1']);
    expect(begun).to.deep.equal(['a1']);
    await end('a1', 1);
    expect(begun).to.have.members(['a1', 'a2', 'a3']);
  });

  it('are taken by the credentials of one address in turn', async () => {
    open({ total: 1, perClient: 1 });
    void Promise.all(['a1', 'a2', 'a3'].map((name) => run(name, [ADDRESS, 'credential:1'])));
    void run('b1', [ADDRESS, 'credential:2']);
    await end('a1', 100);
    expect(begun).to.deep.equal(['a1', 'b1']);
  });

  it('do not let newcomers pass a client that waits', async () => {
    open({ total: 1, perClient: 1 });
    void Promise.all(['a1', 'a2', 'a3'].map((name) => run(name, [ADDRESS])));
    await end('a1', 100);
    void run('new1', [OTHER]);
    await end('a2', 100);
    void run('new2', ['address:198.51.100.1']);
    await end('new1', 1);
    void run('new3', ['address:198.51.100.2']);
    await end('a3', 1);
    expect(begun).to.deep.equal(['a1', 'a2', 'new1', 'a3', 'new2']);
  });

  it('are not saved for later by a client that has used little and left', async () => {
    open({ total: 1, perClient: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void run(name, [ADDRESS]);
    void run('saving', [OTHER]);
    await end('a1', 100);
    await end('saving', 1);
    await end('a2', 1_000);
    for (const name of ['b1', 'b2', 'b3']) void run(name, [OTHER]);
    void run('new', ['address:198.51.100.1']);
    for (const name of ['a3', 'b1', 'new']) await end(name, 10);
    expect(begun).to.deep.equal(['a1', 'saving', 'a2', 'a3', 'b1', 'new', 'a4']);
  });

  it('let a newcomer wait little behind the client that has used the least, whatever another one has used', async () => {
    open({ total: 1, perClient: 1 });
    for (const name of ['w1', 'w2']) void write(name, [ADDRESS]);
    void run('c1', ['address:198.51.100.2']);
    for (const name of ['b1', 'b2', 'b3', 'b4']) void run(name, [OTHER]);
    await end('w1', 10_000);
    void run('new', ['address:198.51.100.1']);
    for (const name of ['c1', 'b1', 'b2', 'b3', 'new']) await end(name, 100);
    expect(begun).to.deep.equal(['w1', 'c1', 'w2', 'b1', 'b2', 'b3', 'new', 'b4']);
  });

  it('leave a client whose tasks are dear few places, and one whose tasks are cheap many', async () => {
    open({ total: 20, perClient: 8 }, 100);
    const begin = (client: string, count: number, clients: readonly string[]): void => {
      for (let index = 1; index <= count; index += 1) void run(`${client}${index}`, clients);
    };
    begin('dear', 9, [ADDRESS]);
    begin('cheap', 9, [OTHER]);
    const runningOf = (client: string): number => [...running.keys()].filter((name) => name.startsWith(client)).length;
    expect([runningOf('dear'), runningOf('cheap')]).to.deep.equal([4, 4]);
    await end('cheap1', 8);
    expect([runningOf('dear'), runningOf('cheap')]).to.deep.equal([4, 8]);
    for (const name of ['dear1', 'dear2', 'dear3']) await end(name, 1_000);
    expect([runningOf('dear'), runningOf('cheap')]).to.deep.equal([2, 8]);
  });

  it('leave a client whose tasks are dear two places in all, and one of each kind', async () => {
    open({ total: 8, perClient: 8 }, 20);
    for (const name of ['r1', 'r2', 'r3']) void run(name, [ADDRESS]);
    for (const name of ['w1', 'w2']) void write(name, [ADDRESS]);
    expect(begun).to.deep.equal(['r1', 'r2', 'w1']);
    await end('r1', 1_000);
    expect(begun).to.deep.equal(['r1', 'r2', 'w1']);
    await end('w1', 1_000);
    expect(begun).to.deep.equal(['r1', 'r2', 'w1', 'r3', 'w2']);
  });

  it('are remembered by what the tasks of a client took last', async () => {
    open({ total: 20, perClient: 8 }, 100);
    void run('first', [ADDRESS]);
    await end('first', 1);
    for (let index = 1; index <= 9; index += 1) void run(`cheap${index}`, [ADDRESS]);
    expect(running.size).to.equal(8);
  });

  it('of several kinds have places of their own, and one account for a client', async () => {
    open({ total: 8, perClient: 8 }, 100);
    for (const name of ['r1', 'r2', 'r3', 'r4', 'r5']) void run(name, [ADDRESS]);
    for (const name of ['w1', 'w2', 'w3']) void write(name, [ADDRESS]);
    expect(begun).to.deep.equal(['r1', 'r2', 'r3', 'r4', 'w1']);
    void write('other', [OTHER]);
    expect(begun.at(-1)).to.equal('other');
    // they were expected to take more, and free it for both kinds
    for (const name of ['r1', 'r2', 'r3', 'r4']) await end(name, 1);
    expect(begun.slice(6)).to.have.members(['r5', 'w2', 'w3']);
  });

  it('are taken in turn by what a client has used of all kinds', async () => {
    open({ total: 1, perClient: 1 });
    void write('w1', [ADDRESS]);
    void run('c1', ['address:198.51.100.1']);
    void run('a1', [ADDRESS]);
    void run('b1', [OTHER]);
    await end('w1', 100);
    await end('c1', 1);
    expect(begun).to.deep.equal(['w1', 'c1', 'b1']);
  });

  it('of clients that have left take no place', async () => {
    open({ total: 1, perClient: 1 });
    void run('a', [ADDRESS]);
    const left = run('b', [OTHER], { destroyed: true, writableEnded: false } as ServerResponse);
    void run('c', [OTHER]);
    void end('a', 1);
    const error = await left.catch((thrown: Error) => thrown);
    expect(error).to.be.an('error').with.property('message', 'The client has disconnected.');
    await nextIteration();
    expect(begun).to.deep.equal(['a', 'c']);
  });

  it('forget what a client has used once nobody waits', async () => {
    open({ total: 1, perClient: 1 });
    void run('a1', [ADDRESS]);
    await end('a1', 1_000);
    void run('b0', [OTHER]);
    await end('b0', 1);
    void run('c1', ['address:192.0.2.3']);
    void run('a2', [ADDRESS]);
    void run('b1', [OTHER]);
    await end('c1', 1);
    expect(begun).to.deep.equal(['a1', 'b0', 'c1', 'a2']);
  });
});
