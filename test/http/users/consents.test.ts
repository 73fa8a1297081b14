import { expect } from 'chai';
import { createKey, createUser, signIn } from '../../support/builders/resources.ts';
import { PASSWORD } from '../../support/builders/secrets.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

const NONE = { email_marketing: null, sms_marketing: null };
const IMPORTED = { granted: true, at: '2024-02-29T09:00:00.000Z', source: 'former shop' };

onService(
  'consents of users',
  ({ app }) => {
    const send = (method: string, path: string, body: object, key?: string): Promise<Reply> =>
      app().call(path, { method, body, ...(key === undefined ? {} : { key }) });
    const patch = (id: string, consents: unknown): Promise<Reply> => send('PATCH', `/api/users/${id}`, { consents });
    const read = async (id: string) => (await app().call(`/api/users/${id}`)).json;
    const consenting = async (query: string): Promise<string[]> =>
      (await app().call(`/api/users?limit=100&${query}`)).json.data.map(({ id }: { id: string }) => id);

    it('are given and withdrawn by users themselves, without time and source', async () => {
      const user = await createUser(app());
      expect(user.consents).to.deep.equal(NONE);
      const key = await signIn(app(), user);
      const given = await send('PATCH', '/api/users/me', { consents: { email_marketing: { granted: true } } }, key);
      expect(given.status, given.text).to.equal(200);
      const { at } = given.json.consents.email_marketing;
      expect(at).to.equal(given.json.updated_at);
      expect(given.json.consents).to.deep.equal({ ...NONE, email_marketing: { granted: true, at, source: 'account' } });

      const repeated = await send('PATCH', '/api/users/me', { consents: given.json.consents }, key);
      expect(repeated.json).to.deep.equal(given.json);
      const later = { email_marketing: { granted: false, at: '2024-01-01T00:00:00Z', source: 'mine' } };
      const problem = expectProblem(
        await send('PATCH', '/api/users/me', { consents: later }, key),
        422,
        'validation_failed',
      );
      expect(errorPathsOf(problem)).to.deep.equal(['/consents/email_marketing/at', '/consents/email_marketing/source']);
      expectProblem(await send('PATCH', '/api/users/me', { consents: null }, key), 422, 'validation_failed');

      const withdrawn = { email_marketing: { granted: false } };
      const { email } = user;
      const replaced = await send('PUT', `/api/users/${user.id}`, { email, consents: withdrawn }, key);
      expect(replaced.json.consents.email_marketing).to.include({ granted: false, source: 'account' });
    });

    it('are recorded by staff, with a time of the past and a source', async () => {
      const { id } = await createUser(app(), { consents: { email_marketing: IMPORTED } });
      const key = await signIn(app(), await createUser(app(), { role: 'staff' }));
      const byStaff = await send('PATCH', `/api/users/${id}`, { consents: { sms_marketing: { granted: true } } }, key);
      expect(byStaff.json.consents.email_marketing).to.deep.equal(IMPORTED);
      expect(byStaff.json.consents.sms_marketing).to.include({ granted: true, source: 'staff' });
      const named = await patch(id, { sms_marketing: { granted: false, source: 'by phone' } });
      expect(named.json.consents.sms_marketing).to.include({ granted: false, source: 'by phone' });
      expect((await patch(id, { sms_marketing: null })).json.consents).to.deep.equal({
        email_marketing: IMPORTED,
        sms_marketing: null,
      });
      expect((await patch(id, null)).json.consents).to.deep.equal(NONE);
    });

    it('stay in a patch that repeats them, and in a replacement without them', async () => {
      const { id, email, version } = await createUser(app(), { consents: { email_marketing: IMPORTED } });
      for (const consents of [{}, { email_marketing: { granted: true } }, { email_marketing: IMPORTED }]) {
        expect((await patch(id, consents)).json).to.deep.include({ version, consents: (await read(id)).consents });
      }
      const replaced = await send('PUT', `/api/users/${id}`, { email, name: 'Zoë' });
      expect(replaced.json.consents).to.deep.equal({ ...NONE, email_marketing: IMPORTED });
      const again = await app().call(`/api/users/${id}`);
      expect(again.text).to.equal(replaced.text);
      expect(again.headers.get('etag')).to.equal(replaced.headers.get('etag'));
    });

    for (const [title, consent, path] of [
      ['a time in the future', { granted: true, at: '2999-01-01T00:00:00Z' }, '/at'],
      ['what is no time', { granted: true, at: 'yesterday' }, '/at'],
      ['a long source', { granted: true, source: 'x'.repeat(101) }, '/source'],
      ['a source of two lines', { granted: true, source: 'a\nb' }, '/source'],
      ['no decision', { source: 'form' }, '/granted'],
      ['another field', { granted: true, ip: '127.0.0.1' }, '/ip'],
    ] as const) {
      it(`reject ${title}, and name the field`, async () => {
        const { id } = await createUser(app());
        const problem = expectProblem(await patch(id, { sms_marketing: consent }), 422, 'validation_failed');
        expect(errorPathsOf(problem)).to.deep.equal([`/consents/sms_marketing${path}`]);
      });
    }

    it('reject another purpose', async () => {
      const { id } = await createUser(app());
      const problem = expectProblem(await patch(id, { fax: { granted: true } }), 422, 'validation_failed');
      expect(errorPathsOf(problem)).to.deep.equal(['/consents/fax']);
    });

    it('are given at sign-up', async () => {
      const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
      const body = { email: 'signs-up@example.com', password: PASSWORD };
      const signUp = (consent: object) =>
        send('POST', '/api/users', { ...body, consents: { email_marketing: consent } }, key);
      const problem = expectProblem(await signUp({ granted: true, source: 'form' }), 422, 'validation_failed');
      expect(errorPathsOf(problem)).to.deep.equal(['/consents/email_marketing/source']);
      const { json } = await signUp({ granted: true });
      const said = { granted: true, at: json.created_at, source: 'account' };
      expect((await read(json.id)).consents).to.deep.equal({ ...NONE, email_marketing: said });
    });

    it('filter users by those who agree now', async () => {
      const consents = { email_marketing: IMPORTED };
      const { id } = await createUser(app(), { consents });
      expect(await consenting('consent=email_marketing')).to.include(id);
      expect(await consenting('consent=email_marketing&role=customer')).to.include(id);
      expect(await consenting('consent=sms_marketing')).to.not.include(id);
      await patch(id, { email_marketing: { granted: false } });
      expect(await consenting('consent=email_marketing')).to.not.include(id);
      expectProblem(await app().call('/api/users?consent=fax'), 400, 'invalid_parameter');
    });

    it('are in exports, events and the audit log, and erased with the user', async () => {
      const user = await createUser(app(), { consents: { email_marketing: IMPORTED } });
      const exported = (await app().call(`/api/users/${user.id}/export`)).json;
      expect(exported.user.consents.email_marketing).to.deep.equal(IMPORTED);
      await patch(user.id, { email_marketing: { granted: false } });
      const events = async () => (await app().call(`/api/events?resource_id=${user.id}`)).json.data;
      const [updated] = (await events()).filter(({ type }: { type: string }) => type === 'user.updated');
      expect(updated.previous.consents).to.deep.equal({ ...NONE, email_marketing: IMPORTED });
      const { data } = (await app().call(`/api/audit_log?resource_id=${user.id}&action=user.updated`)).json;
      expect(data[0].after).to.deep.equal({ consents: '[withheld]' });
      expect((await app().call(`/api/users/${user.id}`, { method: 'DELETE' })).status).to.equal(204);
      for (const event of await events()) {
        expect(event.data.consents).to.deep.equal(NONE);
        expect(JSON.stringify(event)).to.not.include('former shop');
      }
    });
  },
  { CUSTOMER_SIGN_UP: 'open' },
);
