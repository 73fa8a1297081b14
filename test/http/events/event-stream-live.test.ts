import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import Koa from 'koa';
import { type EventStreamDeps, sendEventStream } from '#adapters/http/responses/event-stream.ts';
import type { FeedEvent } from '#core/events/event-feed.ts';
import { BEGINNING } from '#core/events/use-cases/subscribe-to-events.ts';
import { Json } from '#core/shared/page.ts';
import { ids, NOON } from '../../support/builders/builders.ts';
import { createProduct, patchProduct } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { openEventStream } from '../../support/servers/event-stream.ts';
import { onService } from '../../support/servers/on-service.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const WRITERS = 5;
const WRITES = 60;
const PRODUCTS = '?type=product.*';

describe('a subscriber that is disconnected repeatedly between two services on one database', () => {
  let services: [TestApp, TestApp];
  before(async () => {
    const databaseUrl = await createDatabase();
    services = [await startApp({ DATABASE_URL: databaseUrl }), await startApp({ DATABASE_URL: databaseUrl })];
  });
  after(() => Promise.all(services.map((service) => service.stop())));

  it('receives every event once, in one order', async () => {
    const receivedIds: string[] = [];
    let last: string = BEGINNING;
    let isWriting = true;
    const follow = async (turn: number): Promise<void> => {
      const service = services[turn % 2] ?? services[0];
      const stream = await openEventStream(service.url, { key: service.ownerKey, lastEventId: last, query: PRODUCTS });
      if (isWriting) await sleep(100);
      else await stream.until(1 + WRITERS * WRITES - receivedIds.length);
      stream.cut();
      await stream.ended;
      receivedIds.push(...stream.events.map(({ id }) => id));
      last = stream.lastEventId() ?? last;
    };
    const following = async (): Promise<void> => {
      let turn = 0;
      while (isWriting) await follow(turn++);
      await follow(turn);
    };
    const shared = await createProduct(services[0]);
    const write = async (writer: number): Promise<void> => {
      const service = services[writer % 2] ?? services[0];
      for (let index = 0; index < WRITES; index += 1) {
        if (index % 3 === 0) await createProduct(service);
        else await patchProduct(service, shared.id, { description: `${writer} ${index}` });
      }
    };
    const followed = following();
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    isWriting = false;
    await followed;
    const again = await openEventStream(services[1].url, {
      key: services[1].ownerKey,
      lastEventId: BEGINNING,
      query: PRODUCTS,
    });
    const all = await again.until(1 + WRITERS * WRITES);
    again.cut();
    expect(all).to.have.length(1 + WRITERS * WRITES);
    expect(receivedIds).to.deep.equal(all.map(({ id }) => id));
    const ofShared = all.filter(({ data }) => data.resource_id === shared.id);
    const sequences = ofShared.map(({ data }) => data.sequence);
    expect(sequences).to.deep.equal(sequences.map((_, index) => index + 1));
  });
});

onService('a hundred subscribers', ({ app }) => {
  it('receive all events', async () => {
    const streams = await Promise.all(
      Array.from({ length: 100 }, () => openEventStream(app().url, { key: app().ownerKey })),
    );
    const { id } = await createProduct(app());
    await patchProduct(app(), id, { price: 5 });
    for (const stream of streams) {
      expect((await stream.until(2)).map(({ data }) => data.type)).to.deep.equal([
        'product.created',
        'product.updated',
      ]);
    }
    for (const stream of streams) stream.cut();
  });
});

describe('a stop of the service', () => {
  it('ends streams at once', async () => {
    const app = await startApp();
    const streams = await Promise.all([1, 2, 3].map(() => openEventStream(app.url, { key: app.ownerKey })));
    const begin = performance.now();
    const stopped = app.stop();
    await Promise.all(streams.map(({ ended }) => ended));
    await stopped;
    expect(performance.now() - begin).to.be.below(8_000);
  });

  it('does not wait for idle connections', async () => {
    const app = await startApp();
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    const begin = performance.now();
    await app.stop();
    expect(performance.now() - begin).to.be.below(8_000);
    socket.destroy();
  });
});

describe('a live stream', () => {
  const servers: Server[] = [];
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });

  const event = (characters: number): FeedEvent => {
    const [id, resourceId] = [ids.next('evt'), ids.next('prod')];
    return {
      position: 1,
      id,
      type: 'x',
      resourceId,
      occurredAt: NOON,
      view: Json.of({ text: 'x'.repeat(characters) } as never),
    };
  };

  /** A stream whose client reads or pauses. */
  const openLive = async (next: () => readonly FeedEvent[], deps: Partial<EventStreamDeps> = {}) => {
    const state = { reads: 0, isUnsubscribed: false, isClosed: false, isAllowed: true };
    const app = new Koa();
    app.silent = true;
    app.use((ctx) => {
      ctx.res.once('close', () => {
        state.isClosed = true;
      });
      const subscription = {
        startedAfter: BEGINNING,
        next: async () => {
          state.reads += 1;
          return next();
        },
      };
      const onNews = () => () => {
        state.isUnsubscribed = true;
      };
      sendEventStream(
        ctx,
        { subscription, isStillAllowed: async () => state.isAllowed, inTurn: (task) => task() },
        { onNews, isStopping: () => false, heartbeatMs: 10_000, clientTimeoutMs: 10_000, ...deps },
      );
    });
    const server = createServer(app.callback()).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return { state, socket };
  };

  it('buffers little for a client that does not read, and disconnects it', async () => {
    const megabyte = event(1_000_000);
    const { state, socket } = await openLive(() => [megabyte], { clientTimeoutMs: 300 });
    socket.pause();
    await eventually('the stream is closed', async () => state.isClosed);
    expect(state.reads).to.be.within(1, 20);
    const { reads } = state;
    await eventually('nobody listens for news', async () => state.isUnsubscribed);
    expect(state.reads).to.equal(reads);
  });

  it('stays open while the client reads, however long nothing happens', async () => {
    const { state, socket } = await openLive(() => [], { clientTimeoutMs: 100, heartbeatMs: 400 });
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    await eventually('there were two heartbeats', async () => text.split(': still here').length > 2);
    expect(state.isClosed).to.equal(false);
    expect(text).to.include(`id: ${BEGINNING}\n\n`);
  });

  it('sends no heartbeats between events', async () => {
    let count = 0;
    const small = event(1);
    const next = () => {
      count += 1;
      return count <= 3 ? [small] : [];
    };
    const { socket } = await openLive(next, { heartbeatMs: 10_000 });
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    await eventually('all events came', async () => text.split('data: ').length === 4);
    expect(text).to.not.include('still here');
  });

  it('releases everything when the client leaves or loses access', async () => {
    const left = await openLive(() => []);
    await once(left.socket, 'data');
    left.socket.destroy();
    const denied = await openLive(() => []);
    await once(denied.socket, 'data');
    denied.state.isAllowed = false;
    for (const { state } of [left, denied]) {
      await eventually('nobody listens for news', async () => state.isUnsubscribed);
    }
  });

  it('ends when events cannot be read', async () => {
    const { state, socket } = await openLive(() => {
      throw new Error('The database is away.');
    });
    socket.resume();
    await eventually('the stream is closed', async () => state.isClosed && state.isUnsubscribed);
  });
});
