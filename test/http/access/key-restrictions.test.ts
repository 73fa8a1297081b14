import { expect } from 'chai';
import { createKey } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

onService(
  'address restrictions of API keys',
  ({ app }) => {
    const callFrom = (address: string, key: string): Promise<Reply> =>
      app().call('/api/auth', { key, headers: { 'X-Forwarded-For': address } });

    it('bind a key to its addresses', async () => {
      const allowed_ips = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'];
      const { key, ...made } = await createKey(app(), { allowed_ips });
      expect(made.allowed_ips).to.deep.equal(allowed_ips);
      expect((await app().call(`/api/auth/keys/${made.id}`)).json.allowed_ips).to.deep.equal(allowed_ips);
      for (const address of ['203.0.113.0', '203.0.113.255', '2001:db8:1::1', '198.51.100.7', '::ffff:203.0.113.9']) {
        expect((await callFrom(address, key)).status, address).to.equal(200);
      }
      for (const address of ['203.0.112.255', '203.0.114.0', '2001:db9::1', '198.51.100.8', '127.0.0.1', 'none']) {
        expectProblem(await callFrom(address, key), 403, 'forbidden');
      }
    });

    it('leave a key without them usable from anywhere', async () => {
      for (const fields of [{}, { allowed_ips: null }]) {
        const { key, allowed_ips } = await createKey(app(), fields);
        expect(allowed_ips).to.equal(null);
        for (const address of ['203.0.113.1', '2001:db8::1'])
          expect((await callFrom(address, key)).status).to.equal(200);
      }
    });

    it('are inherited by the successor of a rotated key', async () => {
      const { id } = await createKey(app(), { allowed_ips: ['203.0.113.0/24'] });
      const { json } = await app().call(`/api/auth/keys/${id}/rotate`, { method: 'POST' });
      expect(json.allowed_ips).to.deep.equal(['203.0.113.0/24']);
      expect((await callFrom('203.0.113.1', json.key)).status).to.equal(200);
      expectProblem(await callFrom('198.51.100.1', json.key), 403, 'forbidden');
    });

    it('bind the keys that a key creates, unless a session creates them', async () => {
      const expires_at = new Date(Date.now() + 3_600_000).toISOString();
      const restricted = { scopes: ['keys:write'], allowed_ips: ['203.0.113.0/24', '198.51.100.7'], expires_at };
      const { key } = await createKey(app(), restricted);
      const make = (fields: object) =>
        app().call('/api/auth/keys', {
          method: 'POST',
          key,
          body: { name: 'child', ...fields },
          headers: { 'X-Forwarded-For': '203.0.113.1' },
        });
      const { json } = await make({});
      expect(json).to.deep.include({ allowed_ips: restricted.allowed_ips, expires_at });
      expect(
        (await make({ allowed_ips: ['198.51.100.7'], expires_at: new Date(Date.now() + 60_000) })).status,
      ).to.equal(201);
      for (const [fields, pointer] of [
        [{ allowed_ips: null }, '/allowed_ips'],
        [{ allowed_ips: ['203.0.113.1', '192.0.2.1'] }, '/allowed_ips'],
        [{ expires_at: null }, '/expires_at'],
        [{ expires_at: '2099-01-01T00:00:00Z' }, '/expires_at'],
      ] as const) {
        expect(errorPathsOf(expectProblem(await make(fields), 422, 'validation_failed'))).to.deep.equal([pointer]);
      }
      const { id } = await createKey(app(), { scopes: ['keys:write'] });
      const rotate = { method: 'POST', key, headers: { 'X-Forwarded-For': '203.0.113.1' } };
      expectProblem(await app().call(`/api/auth/keys/${id}/rotate`, rotate), 403, 'forbidden');
      expect((await app().call(`/api/auth/keys/${json.id}/rotate`, rotate)).status).to.equal(201);
    });

    for (const allowed_ips of [
      [],
      '203.0.113.1',
      ['localhost'],
      [''],
      ['203.0.113.1', '203.0.113.1'],
      Array.from({ length: 51 }, (_, index) => `203.0.113.${index}`),
      [1],
    ]) {
      it(`are rejected as ${JSON.stringify(allowed_ips).slice(0, 40)}`, async () => {
        const reply = await app().call('/api/auth/keys', { method: 'POST', body: { name: 'x', allowed_ips } });
        const problem = expectProblem(reply, 422, 'validation_failed');
        expect(problem.detail).to.not.match(/versions|CIDR/);
        const [pointer = ''] = errorPathsOf(problem);
        expect(pointer).to.match(/^\/allowed_ips(\/\d+)?$/);
      });
    }

    it('do not count a rejected call as a use of the key', async () => {
      const { id, key } = await createKey(app(), { allowed_ips: ['203.0.113.0/24'] });
      const { id: other, key: used } = await createKey(app());
      await callFrom('198.51.100.1', key);
      await callFrom('198.51.100.1', used);
      const lastUse = async (of: string) => (await app().call(`/api/auth/keys/${of}`)).json.last_used_at;
      await eventually('the uses are recorded', async () => (await lastUse(other)) !== null);
      expect(await lastUse(id)).to.equal(null);
    });

    it('record a rejected call in the audit log', async () => {
      const { id, key } = await createKey(app(), { allowed_ips: ['203.0.113.0/24'] });
      await callFrom('198.51.100.1', key);
      const { data } = (await app().call(`/api/audit_log?action=access.refused&actor=${id}`)).json;
      expect(data).to.have.length(1);
      expect(data[0].after).to.deep.equal({ operation: 'GET', code: 'forbidden' });
    });
  },
  { TRUST_PROXY: 'true' },
);
