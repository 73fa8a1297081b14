import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import { restore, useFakeTimers } from 'sinon';
import { BEGINNING, followEvents } from '../../../packages/client/src/events.ts';
import { createClient, isProblem } from '../../../packages/client/src/index.ts';
import { createProduct } from '../../support/builders/resources.ts';
import { onService } from '../../support/servers/on-service.ts';
import { startReceiver } from '../../support/servers/receivers.ts';
import { caughtFrom } from './caught-from.ts';

onService('the event stream of the client', ({ app }) => {
  /** A client whose streams break after each chunk. */
  const breaking = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    if (response.body === null) return response;
    const reader = response.body.getReader();
    let chunks = 0;
    const body = new ReadableStream({
      async pull(controller) {
        const { value } = await reader.read();
        chunks += 1;
        if (chunks <= 2 && value) return controller.enqueue(value);
        await reader.cancel();
        controller.error(new TypeError('terminated'));
      },
    });
    return new Response(body, response);
  };

  it('continues after a broken connection, without gaps and repetitions', async () => {
    const client = createClient({ url: app().url, key: app().ownerKey, fetch: breaking });
    const made: string[] = [];
    for (const name of ['Äpfel', 'Birnen', 'Kirschen']) made.push((await createProduct(app(), { name })).id);
    const seen: string[] = [];
    const options = { query: { type: ['product.created' as const] }, lastEventId: BEGINNING };
    for await (const event of followEvents(client, options)) {
      if (event.type === 'product.created') seen.push(event.data.id);
      if (seen.length === 3) made.push((await createProduct(app(), { name: 'Quitten' })).id);
      if (seen.length === 4) break;
    }
    expect(seen).to.deep.equal(made);
  });

  it('ends with the signal, and leaves nothing on it', async () => {
    const aborting = new AbortController();
    const client = createClient({ url: app().url, key: app().ownerKey });
    const events = followEvents(client, { signal: aborting.signal });
    const next = events.next();
    setTimeout(() => aborting.abort(new Error('Enough.')), 300);
    expect(await caughtFrom(next)).to.have.property('message', 'Enough.');
    expect(getEventListeners(aborting.signal, 'abort')).to.deep.equal([]);
  });

  it('ends with the problem of a key that may not follow it', async () => {
    const client = createClient({ url: app().url });
    expect(isProblem(await caughtFrom(followEvents(client).next()), 'authentication_required')).to.equal(true);
  });
});

describe('the event stream', () => {
  afterEach(() => restore());

  it('opens another connection after 45 seconds without a sign', async () => {
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const lastIds: (string | null)[] = [];
    const silent = async ({ headers, signal }: Request): Promise<Response> => {
      lastIds.push(headers.get('Last-Event-ID'));
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(`id: evt_${lastIds.length}\ndata: {}\n\n`));
          signal.addEventListener('abort', () => controller.error(signal.reason));
        },
      });
      return new Response(body);
    };
    const events = followEvents(createClient({ url: 'http://127.0.0.1', fetch: silent }));
    await events.next();
    const second = events.next();
    await clock.tickAsync(44_000);
    expect(lastIds).to.deep.equal([null]);
    await clock.tickAsync(2_000);
    await second;
    expect(lastIds).to.deep.equal([null, 'evt_1']);
    await events.return();
    expect(clock.countTimers()).to.equal(0);
  });

  it('takes events whose characters and lines arrive in parts', async () => {
    const text = 'id: evt_0\n: comment\n\nid: evt_1\r\ndata: {"type":\r\ndata: "Zoë"}\r\n\r\n';
    const server = await startReceiver((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const bytes = [...Buffer.from(text)];
      const timer = setInterval(() => {
        const byte = bytes.shift();
        if (byte !== undefined) return void response.write(Uint8Array.of(byte));
        clearInterval(timer);
        response.end();
      }, 1);
    });
    const events = followEvents(createClient({ url: new URL(server.url).origin }));
    expect((await events.next()).value).to.deep.equal({ type: 'Zoë' });
    const second = events.next();
    while (server.received.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.received[1]?.headers['last-event-id']).to.equal('evt_1');
    await second;
    await events.return();
    server.close();
  });
});
