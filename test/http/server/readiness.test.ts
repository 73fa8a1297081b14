import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import Koa from 'koa';
import { makeConnectionBursts } from '#adapters/http/server/connection-bursts.ts';
import { makeHttpServer } from '#adapters/http/server/http-server.ts';
import { listen } from '#adapters/http/server/listener.ts';
import { serviceRouter } from '#adapters/http/server/service-routes.ts';
import { aLog } from '../../support/log.ts';

describe('the readiness check', () => {
  let server: Server;
  afterEach(() => server.close().closeAllConnections());

  it('fails after a second if the storage hangs, and checks it only once meanwhile', async () => {
    let checks = 0;
    const checkStorage = () => {
      checks += 1;
      return new Promise<void>(() => {});
    };
    const app = new Koa();
    app.use(async (ctx, next) => next().catch(({ status }) => ctx.throw(status)));
    const deps = {
      document: () => {},
      docs: {},
      dashboard: undefined,
      isStopping: () => false,
      sandboxPages: undefined,
      checkStorage,
    };
    app.use(serviceRouter(deps as never).routes() as never);
    app.silent = true;
    server = createServer(app.callback()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const ready = () => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/health/ready`);
    const replies = await Promise.all([ready(), ready(), ready()]);
    expect(replies.map(({ status }) => status)).to.deep.equal([503, 503, 503]);
    expect(checks).to.equal(1);
  });
});

describe('a stop', () => {
  const start = async (shutdownTimeoutMs: number) => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const server = makeHttpServer({
      handler: async (_request, response) => {
        begin();
        await sleep(900);
        response.setHeader('Connection', 'close').end('complete');
      },
      problem: () => ({ body: '', headers: {} }),
      headersTimeoutMs: 1_000,
      bodyTimeoutMs: 1_000,
      clientTimeoutMs: 10_000,
      bursts: makeConnectionBursts(),
      maxConnections: 10,
      maxConnectionsPerAddress: 10,
    });
    const { log, lines } = aLog();
    return {
      ...(await listen(server, { host: '127.0.0.1', port: 0, shutdownNoticeMs: 0, shutdownTimeoutMs }, log)),
      lines,
      begun,
    };
  };

  const duringStop = async (shutdownTimeoutMs: number) => {
    const { url, drain, lines, begun } = await start(shutdownTimeoutMs);
    const text = fetch(url).then(
      (reply) => reply.text(),
      () => 'cut',
    );
    await begun;
    await drain();
    return { text: await text, logged: lines.map(({ fields }) => fields) };
  };

  it('waits for requests in progress', async () => {
    expect(await duringStop(5_000)).to.deep.equal({ text: 'complete', logged: [] });
  });

  it('gives requests up after its timeout, and logs how many', async () => {
    expect(await duringStop(50)).to.deep.equal({ text: 'cut', logged: [{ connections: 1 }] });
  });
});
