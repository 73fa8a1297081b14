import { expect } from 'chai';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const OPEN_BYTES = 16_384;

onStorage('memory', 'bodies of operations without a credential', ({ app }) => {
  const post = (path: string, body: string) => app().call(path, { method: 'POST', body, key: null });

  for (const path of ['/api/auth', '/api/auth/password_resets', '/api/auth/email_verifications/confirm']) {
    it(`are limited to 16 KiB at ${path}`, async () => {
      const atLimit = await post(path, '{"unknown":1}'.padEnd(OPEN_BYTES));
      expect(errorPathsOf(expectProblem(atLimit, 422, 'validation_failed'))).to.include('/unknown');
      const { detail } = expectProblem(await post(path, '{}'.padEnd(OPEN_BYTES + 1)), 413, 'payload_too_large');
      expect(detail).to.contain('16384 bytes');
    });
  }

  it('are limited to 16 KiB where an operation has none', async () => {
    const path = '/api/webhooks/wh_01h455vb4pex5vsknk084sn02q/test';
    const call = (bytes: number) => app().call(path, { method: 'POST', body: '{}'.padEnd(bytes) });
    expect((await call(OPEN_BYTES)).status).to.equal(404);
    expectProblem(await call(OPEN_BYTES + 1), 413, 'payload_too_large');
  });

  it('do not limit those of callers with one', async () => {
    const body = '{"name":"a","price":1}'.padEnd(OPEN_BYTES + 1);
    expect((await app().call('/api/products', { method: 'POST', body })).status).to.equal(201);
  });
});
