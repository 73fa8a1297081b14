import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { expect } from 'chai';
import { makeNatsPublisher } from '#adapters/nats/nats-publisher.ts';
import { buildContainer } from '#composition/container.ts';
import { parseConfig } from '#composition/parse-config.ts';
import { EVENTS } from '#composition/tokens/events.ts';
import type { EventPublisher } from '#core/events/ports.ts';
import { feedEvents } from '../../support/builders/feed-events.ts';
import { installed } from '../../support/installed.ts';
import { aLog } from '../../support/log.ts';
import { type NatsServer, startNatsServer } from '../../support/servers/nats-server.ts';
import { storedMessages } from '../../support/servers/nats-stream.ts';

const SHOP = 'https://api.shop.example';
const program = installed('nats-server');

const publisherTo = (url: string): EventPublisher => makeNatsPublisher({ url, source: () => SHOP });

const failureOf = (publishing: Promise<void>): Promise<string> =>
  publishing.then(
    () => 'none',
    ({ message }: Error) => message,
  );

const logins = (nats: string) =>
  describe('NATS with authentication', () => {
    const user = { name: 'shop', password: 's:3 cr@t/1234' };
    let server: NatsServer;

    before(async () => {
      server = await startNatsServer(nats, user);
    });
    after(() => server.close());

    const publishBy = async (url: string): Promise<string> => {
      const publisher = publisherTo(url);
      const failure = await failureOf(publisher.publish(feedEvents(1)));
      await publisher.close?.();
      return failure;
    };
    const at = (login: string): string => server.url.replace('nats://', `nats://${login}@`);

    it('takes credentials from the URL, with any password and any of several URLs', async () => {
      const login = `${user.name}:${encodeURIComponent(user.password)}`;
      expect(await publishBy(at(login))).to.equal('none');
      expect(await publishBy(`nats://127.0.0.1:1, ${at(login)}`)).to.equal('none');
    });

    it('rejects wrong credentials repeatedly without logging them', async () => {
      for (const url of [at('shop:guessed'), at('atoken'), server.url]) {
        const publisher = publisherTo(url);
        for (let tries = 0; tries < 3; tries += 1) {
          const error = await publisher.publish(feedEvents(1)).catch((reason: Error) => reason);
          expect(String(error)).to.match(/Authorization Violation/i);
          expect(inspect(error, { depth: 8 })).to.not.match(/guessed|atoken/);
        }
        await publisher.close?.();
      }
    });

    it('receives no plain password when the URL requires TLS', async () => {
      const url = at('shop:guessed').replace('nats://', 'tls://');
      expect(await publishBy(url)).to.match(/tls/i);
    });
  });

const composed = (nats: string) =>
  describe('a service with NATS configured', () => {
    const build = (settings: Record<string, string>) =>
      buildContainer(parseConfig({ STORAGE: 'memory', ...settings }), {
        log: aLog().log,
        isStopping: () => false,
        publicUrl: () => SHOP,
      });

    it('publishes with the service’s URL as source', async () => {
      const server = await startNatsServer(nats);
      const publishers = (await build({ NATS_URL: server.url })).getAll(EVENTS.publishers).flat();
      const publisher = publishers.find(({ name }) => name === 'nats');
      await publisher?.publish(feedEvents(1));
      const [message] = await storedMessages(server.url);
      expect(JSON.parse(message?.text ?? '{}').source).to.equal(SHOP);
      expect(publishers.map(({ name }) => name)).to.have.members(['webhooks', 'nats']);
      await publisher?.close?.();
      await server.close();
    });

    it('publishes nothing without it', async () => {
      expect((await build({})).getAll(EVENTS.publishers).flat()).to.have.length(1);
    });
  });

describe('an unreachable NATS', () => {
  const failed = async (url: string): Promise<number> => {
    const publisher = publisherTo(url);
    const start = performance.now();
    expect(await failureOf(publisher.publish(feedEvents(1)))).to.match(/^NATS did not accept all events: \S/);
    const took = performance.now() - start;
    await publisher.close?.();
    return took;
  };

  it('fails at once without a listener', async () => {
    expect(await failed('nats://127.0.0.1:1')).to.be.below(2_000);
    expect(await failed('nats://shop:hidden@127.0.0.1:1,nats://127.0.0.1:2')).to.be.below(2_000);
  });

  it('fails within the timeout for another or a silent listener', async () => {
    const held = new Set<Socket>();
    const silent = createServer((socket) => held.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
    const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
    await Promise.all([once(silent, 'listening'), once(web, 'listening')]);
    const urlOf = (server: Server): string => `nats://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await failed(urlOf(web))).to.be.below(2_000);
    expect(await failed([1, 2, 3, 4].map(() => urlOf(silent)).join(','))).to.be.below(7_500);

    const publisher = publisherTo(urlOf(silent));
    const publishing = failureOf(publisher.publish(feedEvents(1)));
    const start = performance.now();
    await publisher.close?.();
    expect(await publishing).to.include('the publisher is closed');
    expect(performance.now() - start).to.be.below(4_000);
    for (const socket of held) socket.destroy();
    for (const server of [silent, web]) server.close();
  });
});

if (program !== undefined) {
  composed(program);
  logins(program);
}
