import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import { type Caller, callerOf, ownerKeyOf } from '../../support/servers/calls.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { killLeftovers, type SpawnedService, spawnService } from '../../support/servers/spawn-service.ts';

const SECRET_KEY = 'a secret key of the two processes together';

describe('an http process and a worker process', () => {
  let mails: MailServer;
  let otherMails: MailServer;
  let http: SpawnedService;
  let worker: SpawnedService;
  let settings: Record<string, string>;
  let key: string;
  let call: Caller;

  before(async () => {
    [mails, otherMails] = await Promise.all([startMailServer(), startMailServer()]);
    settings = { DATABASE_URL: await createDatabase(), SECRET_KEY, ORDER_EXPIRY_MINUTES: '0.02' };
    http = await spawnService({ ...settings, ROLE: 'http', SMTP_URL: otherMails.url });
    key = await ownerKeyOf(http.url);
    call = callerOf(http.url, key);
  });
  after(async () => {
    await Promise.all([http, worker].map((service) => service?.end('SIGTERM')));
    killLeftovers();
    await Promise.all([mails, otherMails].map((server) => server.close()));
  });

  const orderOf = async (productId: string): Promise<string> => {
    const body = { items: [{ product_id: productId, quantity: 1 }], email: 'guest@example.com' };
    return (await call('/api/orders', { method: 'POST', body })).json.id;
  };
  const statusOf = async (id: string): Promise<string> => (await call(`/api/orders/${id}`)).json.status;

  it('share the work: the worker does what the http process requests', async () => {
    const body = { name: 'Linen shirt', price: 19.99, stock: 3 };
    const { id: productId } = (await call('/api/products', { method: 'POST', body })).json;
    const orderId = await orderOf(productId);
    await call('/api/auth/password_resets', { method: 'POST', body: { email: 'owner@example.com' }, key: null });
    // longer than the order's deadline, and than mails and expired orders wait for a worker
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect([await statusOf(orderId), otherMails.received.length]).to.deep.equal(['open', 0]);

    worker = await spawnService({ ...settings, ROLE: 'worker', SMTP_URL: mails.url });
    await eventually('the order has expired', async () => (await statusOf(orderId)) === 'cancelled');
    await eventually('the mails were sent', async () => (await mails.mailsTo('owner@example.com')).length > 1);
    const subjects = (await mails.mailsTo('owner@example.com')).map(({ subject }) => subject);
    expect(subjects.sort()).to.deep.equal(['A new API key was created', 'Set a new password']);
    expect(otherMails.received).to.deep.equal([]);
  });

  it('revoke keys at once in the http process', async () => {
    const { id, key: shortLived } = (await call('/api/auth/keys', { method: 'POST', body: { name: 'short' } })).json;
    const authStatus = async () => (await call('/api/auth', { key: shortLived })).status;
    expect(await authStatus()).to.equal(200);
    await call(`/api/auth/keys/${id}`, { method: 'DELETE' });
    expect(await authStatus()).to.equal(401);
    await eventually('its use is recorded', async () => {
      const { data } = (await call('/api/auth/keys')).json;
      return data.some((each: { last_used_at: string | null }) => each.last_used_at !== null);
    });
  });

  it('expose health but no API in the worker', async () => {
    const callWorker = callerOf(worker.url, key);
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      expect((await callWorker(path, { key: null })).status, path).to.equal(200);
    }
    for (const path of ['/api/products', '/api/orders', '/api/auth', '/docs', '/sandbox/pay_1']) {
      expectProblem(await callWorker(path), 404, 'not_found');
      expectProblem(await callWorker(path, { key: null }), 404, 'not_found');
    }
    expectProblem(await callWorker('/api/products', { method: 'POST', body: {} }), 404, 'not_found');
    expect((await callWorker('/api/openapi.json')).json.paths).to.deep.equal({});
  });

  it('stop on request', async () => {
    for (const service of [http, worker]) {
      expect(await service.end('SIGTERM')).to.include({ code: 0, stderr: '' });
    }
  });
});
