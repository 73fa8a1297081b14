import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { makeMetrics } from '#adapters/http/server/metrics.ts';
import { aLog } from '../../support/log.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { openClient } from '../../support/servers/keep-alive.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { sendRaw } from '../../support/servers/raw-http.ts';
import { startApp } from '../../support/servers/start-app.ts';

onStorage('memory', 'metrics without a token', ({ app }) => {
  it('are shown to clients on the same machine', async () => {
    expect((await app().call('/metrics', { key: null })).text).to.contain('process_resident_memory_bytes');
  });

  it('do not exist for clients behind a proxy', async () => {
    const common = ['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Port', 'Forwarded', 'X-Real-IP', 'Via'];
    for (const name of [...common, 'CF-Connecting-IP', 'X-Amzn-Trace-Id', 'True-Client-IP', 'CDN-Loop']) {
      const headers = { [name]: 'for=127.0.0.1' };
      expectProblem(await app().call('/metrics', { key: null, headers }), 404, 'not_found');
    }
  });

  it('are shown only by a name of the same machine', async () => {
    const client = openClient(app().url);
    const port = new URL(app().url).port;
    const statusFor = async (Host: string) =>
      (await client.send({ method: 'GET', path: '/metrics', headers: { Host } })).status;
    for (const name of ['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '[::1]']) {
      expect([await statusFor(name), await statusFor(`${name}:${port}`)], name).to.deep.equal([200, 200]);
    }
    const others = ['api.shop.example', 'localhost.shop.example', '127.0.0.1.shop.example', '192.0.2.1', '127.0.0.1x'];
    for (const name of others) expect(await statusFor(name), name).to.equal(404);
    client.close();
  });

  it('do not exist for HTTP 1.0, which nginx speaks to what is behind it', async () => {
    const host = new URL(app().url).host;
    const { status } = await sendRaw(app().url, `GET /metrics HTTP/1.0\r\nHost: ${host}\r\n\r\n`);
    expect(status).to.equal(404);
  });

  it('are limited in rate', async () => {
    const fifty = () =>
      Promise.all(Array.from({ length: 50 }, () => app().call('/metrics', { key: null, method: 'HEAD' })));
    let replies: readonly Reply[] = [];
    for (let count = 0; count < 100 && replies.every(({ status }) => status === 200); count += 1)
      replies = await fifty();
    const refused = replies.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.headers.get('retry-after')]).to.deep.equal([429, '1']);
  });
});

describe('metrics with a token', () => {
  it('require it of every client', async () => {
    const app = await startApp({ METRICS_TOKEN: 'a token of sixteen or more' });
    try {
      const headers = { 'X-Forwarded-For': '192.0.2.1' };
      for (const key of [null, app.ownerKey, 'a token of sixteen or mor', 'a token of sixteen or more!']) {
        const reply = await app.call('/metrics', { key, headers });
        expectProblem(reply, 401, 'invalid_api_key');
        expect(reply.headers.get('www-authenticate')).to.equal('Bearer');
      }
      expect((await app.call('/metrics', { key: 'a token of sixteen or more', headers })).status).to.equal(200);
    } finally {
      await app.stop();
    }
  });
});

describe('metrics of webhooks', () => {
  const { log } = aLog();

  it('end some time after the last attempt, as those of deleted webhooks do', async () => {
    const metrics = makeMetrics({ log, webhookTtlMs: 500 });
    const observe = (endpointId: string) => metrics.observeDelivery({ endpointId, outcome: 'succeeded' });
    const webhooks = async (): Promise<string[]> =>
      [...(await metrics.read()).text.matchAll(/^webhook_attempts_total\{webhook="(\w+)"/gm)].map(([, id = '']) => id);
    observe('wh_deleted');
    observe('wh_active');
    expect(await webhooks()).to.have.members(['wh_deleted', 'wh_active']);
    await sleep(520);
    observe('wh_active');
    expect(await webhooks()).to.deep.equal(['wh_active']);
  });

  it('are those of the webhooks with the latest attempts', async () => {
    const metrics = makeMetrics({ log });
    for (let index = 0; index < 1_001; index += 1) {
      metrics.observeDelivery({ endpointId: `wh_${index}`, outcome: 'succeeded' });
    }
    const { text } = await metrics.read();
    expect(text.match(/^webhook_attempts_total\{/gm)).to.have.length(1_000);
    expect(text).to.not.contain('"wh_0"');
  });
});
