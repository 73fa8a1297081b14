import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../../support/eventually.ts';
import { type Caller, callerOf, ownerKeyOf } from '../../support/servers/calls.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { type Receiver, startReceiver } from '../../support/servers/receivers.ts';
import { killLeftovers, type SpawnedService, spawnService } from '../../support/servers/spawn-service.ts';

const CHANGES = 1_500;
const PRODUCTS = 40;
const CLIENTS = 6;
const KILLS = 6;

type WebhookBody = Readonly<{ id: string; type: string; resource_id: string; sequence: number }>;

describe('1,500 changes while delivering processes are killed', () => {
  let databaseUrl: string;
  let writer: SpawnedService;
  let workers: SpawnedService[];
  let call: Caller;
  const receivers: Receiver[] = [];
  const secrets: string[] = [];

  const start = (): Promise<SpawnedService> =>
    spawnService({
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'a secret key of all the processes',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 20 }, () => '300ms').join(),
    });

  before(async () => {
    databaseUrl = await createDatabase();
    writer = await start();
    workers = await Promise.all([start(), start()]);
    call = callerOf(writer.url, await ownerKeyOf(writer.url));
    for (const ordering of ['none', 'resource']) {
      let requests = 0;
      const receiver = await startReceiver((_, response) => {
        requests += 1;
        // one in twenty is rejected
        const status = requests % 20 === 0 ? 500 : 204;
        setTimeout(() => response.writeHead(status).end(), requests % 4);
      });
      receivers.push(receiver);
      const { json } = await call('/api/webhooks', {
        method: 'POST',
        body: { url: receiver.url, events: ['product.*'], ordering },
      });
      secrets.push(json.secret);
    }
  });
  after(async () => {
    await Promise.all([writer, ...workers].map((service) => service.end('SIGTERM')));
    for (const receiver of receivers) receiver.close();
    killLeftovers();
  });

  const change = async (): Promise<void> => {
    const made = Array.from({ length: PRODUCTS }, (_, index) =>
      call('/api/products', { method: 'POST', body: { name: `product ${index}`, price: 1 } }),
    );
    const productIds = (await Promise.all(made)).map(({ json }) => json.id);
    let next = PRODUCTS;
    const client = async (): Promise<void> => {
      while (next < CHANGES) {
        const number = next++;
        const path = `/api/products/${productIds[number % PRODUCTS]}`;
        await call(path, { method: 'PATCH', body: { description: `change ${number}` } });
        await sleep(5);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  };

  const killWorkers = async (): Promise<void> => {
    for (let kills = 0; kills < KILLS; kills += 1) {
      await sleep(1_000);
      await workers[kills % 2]?.end('SIGKILL');
      workers[kills % 2] = await start();
    }
  };

  const logged = async (): Promise<readonly WebhookBody[]> => {
    const events: WebhookBody[] = [];
    let cursor = '';
    do {
      const { json } = await call(`/api/events?type=product.*&limit=100${cursor}`);
      events.push(...json.data);
      cursor = json.next_cursor === null ? '' : `&cursor=${json.next_cursor}`;
    } while (cursor !== '');
    return events;
  };

  it('arrive signed under their event ids, in order per resource for ordered endpoints', async () => {
    await Promise.all([change(), killWorkers()]);
    const events = await logged();
    expect(events).to.have.length(CHANGES);

    for (const [index, { received }] of receivers.entries()) {
      const arrived = () => new Set(received.map(({ headers }) => headers['webhook-id']));
      await eventually('every event has arrived', async () => {
        await sleep(100);
        return arrived().size >= CHANGES;
      });
      expect(arrived()).to.deep.equal(new Set(events.map(({ id }) => id)));
      const bodies = new Map<string, string>();
      for (const { headers, body } of received) {
        const event = new Webhook(secrets[index] ?? '').verify(body, headers as Record<string, string>) as WebhookBody;
        expect(event.id).to.equal(headers['webhook-id']);
        expect(bodies.get(event.id) ?? body).to.equal(body);
        bodies.set(event.id, body);
      }
    }
    const last = new Map<string, number>();
    for (const { body } of receivers[1]?.received ?? []) {
      const { resource_id: resource, sequence } = JSON.parse(body) as WebhookBody;
      expect(sequence).to.be.oneOf([last.get(resource) ?? 0, (last.get(resource) ?? 0) + 1]);
      last.set(resource, sequence);
    }
    for (const { received } of receivers) {
      const numbers = new Set(received.map(({ headers }) => Number(headers['webhook-sequence'])));
      expect([...numbers].sort((a, b) => a - b)).to.deep.equal(
        Array.from({ length: CHANGES }, (_, index) => index + 1),
      );
    }
  });
});
