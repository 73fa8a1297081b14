import { expect } from 'chai';
import { eventually } from '../eventually.ts';
import type { Reply } from '../servers/calls.ts';
import type { TestApp } from '../servers/start-app.ts';

type Json = Reply['json'];

/** Settings that allow webhooks to this machine and give up within half a second. */
export const LOCAL_WEBHOOK_SETTINGS = { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_RETRY_SCHEDULE: '50ms,100ms' };

/** A webhook created over the API with its secret: for products by default. */
export const createWebhook = async (app: TestApp, fields: object = {}): Promise<Json> => {
  const body = { url: 'http://127.0.0.1:9/', events: ['product.*'], ...fields };
  const reply = await app.call('/api/webhooks', { method: 'POST', body });
  expect(reply.status, reply.text).to.equal(201);
  return reply.json;
};

/** Runs an action on a webhook: `test`, `replay`, `rotate_secret`. */
export const webhookStep = (
  app: TestApp,
  id: string,
  step: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Reply> =>
  app.call(`/api/webhooks/${id}/${step}`, { method: 'POST', headers, ...(body === undefined ? {} : { body }) });

export const getWebhook = async (app: TestApp, id: string): Promise<Json> =>
  (await app.call(`/api/webhooks/${id}`)).json;

/** The deliveries of a webhook, the highest number first. */
export const deliveriesTo = async (app: TestApp, id: string, query = ''): Promise<Json[]> =>
  (await app.call(`/api/webhooks/${id}/deliveries?limit=100${query}`)).json.data;

/** The deliveries of a webhook, once there are as many as expected and all have ended. */
export const endedDeliveries = async (app: TestApp, id: string, count = 1): Promise<Json[]> => {
  let found: Json[] = [];
  await eventually(`${count} deliveries have ended`, async () => {
    found = await deliveriesTo(app, id);
    return found.length === count && found.every(({ status }) => status !== 'pending');
  });
  return found;
};
