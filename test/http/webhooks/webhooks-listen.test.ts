import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { systemClock } from '#adapters/system/system-clock.ts';
import { makeUndiciSender } from '#adapters/webhooks/undici-sender.ts';
import type { WebhookResponse } from '#core/webhooks/ports.ts';
import { eventually } from '../../support/eventually.ts';
import { type Receiver, startReceiver } from '../../support/servers/receivers.ts';

const START = path.join(import.meta.dirname, '../../../src/commands/commerce.js');
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const EVENT = { id: 'evt_1', type: 'order.paid', resource_id: 'ord_1', data: {} };

const closing: (() => unknown)[] = [];

/** The listener in its own process. */
const spawnListener = (settings: Readonly<Record<string, string>>) => {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [START, 'webhooks-listen'], {
    cwd: tmpdir(),
    env: { PATH, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  closing.push(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const ending = Promise.all([once(child, 'exit'), text(child.stderr)]);
  const ended = ending.then(([[code], stderr]) => ({ code: code as number | null, stderr }));
  return {
    output: () => output,
    ended,
    async url(): Promise<string> {
      await eventually('it listens', async () => output.includes('Listening'));
      return /http:\S+/.exec(output)?.[0] ?? '';
    },
    end(signal: NodeJS.Signals) {
      child.kill(signal);
      return ended;
    },
  };
};

/** The response to API calls. */
const startApi = async (
  listener: RequestListener = ({ method }, response) => {
    if (method === 'DELETE') response.writeHead(204).end();
    else response.writeHead(201).end(JSON.stringify({ id: 'wh_1', secret: SECRET }));
  },
): Promise<Receiver & { base: string }> => {
  const api = await startReceiver(listener);
  closing.push(() => api.close());
  return { ...api, base: `http://127.0.0.1:${api.port}` };
};

const sendTo = async (
  url: string,
  { secret = SECRET, body = JSON.stringify(EVENT) } = {},
): Promise<WebhookResponse> => {
  const deps = { systemClock, decrypt: () => secret };
  const sender = makeUndiciSender(deps, { allowed: 'private' });
  closing.push(() => sender.close());
  return sender.send({ url, id: 'evt_1', sequence: 7, body, secrets: ['sealed'] });
};

describe('npm run webhooks:listen', () => {
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`registers itself, prints events, and removes itself on ${signal}`, async () => {
      const api = await startApi();
      const listener = spawnListener({ API_KEY: 'cpk_1', API_URL: api.base, EVENTS: 'order.*,user.created' });
      const url = await listener.url();
      const [registration] = api.received;
      expect(registration).to.include({ method: 'POST', path: '/api/webhooks' });
      expect(registration?.headers.authorization).to.equal('Bearer cpk_1');
      expect(JSON.parse(registration?.body ?? '')).to.deep.equal({
        url,
        events: ['order.*', 'user.created'],
        description: 'npm run webhooks:listen',
      });
      expect(await sendTo(url)).to.include({ status: 204 });
      await eventually('it is shown', async () =>
        / {2}order\.paid {2}ord_1 {2}#7 {2}verified\n$/.test(listener.output()),
      );
      expect(await listener.end(signal)).to.deep.equal({ code: 0, stderr: '' });
      expect(api.received.at(-1)).to.include({ method: 'DELETE', path: '/api/webhooks/wh_1' });
    });
  }

  it('listens with a secret alone and reports what is wrong with a message', async () => {
    const listener = spawnListener({ WEBHOOK_SECRET: SECRET, VERBOSE: 'true' });
    const url = await listener.url();
    expect(await sendTo(url)).to.include({ status: 204 });
    await eventually('it is shown', async () => listener.output().includes('"resource_id": "ord_1"'));

    const forged = await sendTo(url, { secret: OTHER_SECRET });
    expect(forged).to.include({ status: 400 });
    expect(forged.body).to.equal('The message is signed with another secret or was modified.\n');
    await eventually('it is shown', async () => listener.output().includes('NOT VERIFIED'));

    const long = await sendTo(url, { body: 'x'.repeat(2 ** 20 + 1) });
    expect(long).to.include({ status: 400, body: 'The message is larger than 1 MiB.\n' });
    const read = await fetch(url);
    expect([read.status, await read.text()]).to.deep.equal([400, 'The message is not a POST.\n']);
    const bare = await fetch(url, { method: 'POST', body: '{}' });
    expect(await bare.text()).to.match(/^The message lacks webhook-id/);
    expect(await listener.end('SIGTERM')).to.deep.equal({ code: 0, stderr: '' });
  });

  const startRejecting = (status: number, problem: object): Promise<Receiver & { base: string }> =>
    startApi((_, response) => response.writeHead(status).end(JSON.stringify(problem)));

  for (const [what, status, problem, advice] of [
    [
      'private addresses are not allowed',
      422,
      { detail: 'url must be an https URL', errors: [{ pointer: '/url' }] },
      /422 url must be an https URL\n.*WEBHOOK_ALLOW_PRIVATE=true/,
    ],
    [
      'the pattern is unknown',
      422,
      { detail: 'events[0] is unknown', errors: [{ pointer: '/events/0' }] },
      /422 events\[0\] is unknown\n$/,
    ],
    ['the key is not known', 401, { detail: 'no such key' }, /401 no such key\n.*API_KEY/],
    ['the key may not', 403, { title: 'Forbidden' }, /403 Forbidden\n.*webhooks:write/],
    ['something else answers', 201, {}, /is not this service/],
  ] as const) {
    it(`explains what to do when ${what}`, async () => {
      const { base } = await startRejecting(status, problem);
      const { code, stderr } = await spawnListener({ API_KEY: 'cpk_1', API_URL: base }).ended;
      expect(code).to.equal(1);
      expect(stderr).to.match(advice).and.not.include('cpk_1');
    });
  }

  it('explains what to do when no server or another service responds', async () => {
    const api = await startApi((_, response) => response.end('<html>'));
    const otherService = await spawnListener({ API_KEY: 'cpk_1', API_URL: api.base }).ended;
    expect(otherService.stderr).to.equal(`The server at ${api.base} is not this service.\n`);
    api.close();
    const noService = await spawnListener({ API_KEY: 'cpk_1', API_URL: api.base }).ended;
    expect(noService.stderr).to.match(/does not respond at .*: start it, or set API_URL to its address\.\n$/);
  });

  it('explains what to do when settings are missing or its port is in use', async () => {
    const noSettings = await spawnListener({}).ended;
    expect(noSettings).to.have.property('code', 1);
    expect(noSettings.stderr).to.include('API_KEY=cpk_… npm run webhooks:listen');
    const wrong = await spawnListener({ WEBHOOK_SECRET: 'secret' }).ended;
    expect(wrong.stderr).to.equal('A webhook secret is whsec_ and 32 bytes in base 64.\n');
    const server = createServer().listen(0, '127.0.0.1');
    closing.push(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const usedPort = await spawnListener({ WEBHOOK_SECRET: SECRET, PORT: `${port}` }).ended;
    expect(usedPort.stderr).to.equal(`Port ${port} is in use: choose another one with PORT.\n`);
  });

  it('reports when it could not remove itself', async () => {
    const api = await startApi(({ method }, response) => {
      response.writeHead(method === 'DELETE' ? 503 : 201);
      response.end(JSON.stringify({ id: 'wh_1', secret: SECRET, detail: 'later' }));
    });
    const listener = spawnListener({ API_KEY: 'cpk_1', API_URL: api.base });
    await listener.url();
    const { code, stderr } = await listener.end('SIGINT');
    expect([code, stderr]).to.deep.equal([1, 'The service does not remove wh_1: 503 later\n']);
  });
});
