import { expect } from 'chai';
import { sendRaw } from '../../support/servers/raw-http.ts';
import { startApp } from '../../support/servers/start-app.ts';

/** The header of each kind of response: of the API, problems, pages, and requests that are not parsed. */
const strictTransportOf = async (settings: Record<string, string>): Promise<ReadonlySet<string | null>> => {
  const app = await startApp(settings);
  try {
    const replies = [];
    for (const path of ['/api/products', '/api/nothing', '/health/live', '/docs', '/dashboard', '/api/openapi.json']) {
      replies.push(await app.call(path, { key: null }));
    }
    replies.push(await app.call('/api/products', { method: 'POST', body: '{', headers: {} }));
    replies.push(await app.call('/api/products', { method: 'OPTIONS', headers: { Origin: 'https://shop.example' } }));
    replies.push(await sendRaw(app.url, 'nonsense\r\n\r\n'));
    return new Set(replies.map(({ headers }) => headers.get('strict-transport-security')));
  } finally {
    await app.stop();
  }
};

describe('Strict-Transport-Security', () => {
  it('is in every response of a service that clients call by https', async () => {
    expect([...(await strictTransportOf({ PUBLIC_URL: 'https://api.shop.example' }))]).to.deep.equal([
      'max-age=31536000',
    ]);
  });

  it('is in no response of another', async () => {
    for (const settings of [{}, { PUBLIC_URL: 'http://localhost:3000' }]) {
      expect([...(await strictTransportOf(settings))]).to.deep.equal([null]);
    }
  });
});
