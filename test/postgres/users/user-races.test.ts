import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { PASSWORD_COST } from '#adapters/system/argon2-passwords.ts';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { createKey, createPlan, createUser, signIn } from '../../support/builders/resources.ts';
import { NEW_PASSWORD, PASSWORD } from '../../support/builders/secrets.ts';
import { expectProblem } from '../../support/problems.ts';
import { OWNER, type Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const ROUNDS = 10;

/** What a session may get that is ended meanwhile. */
const BEGUN_OR_ENDED = [
  [201, undefined],
  [401, 'session_ended'],
];

/** Hashes take long enough to race with. */
const FULL_COST = { passwordCost: PASSWORD_COST };

onStorage(
  'postgres',
  'concurrent requests about users',
  ({ app, databaseUrl }) => {
    const statuses = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status).sort((a, b) => a - b);
    const aVerificationOf = async ({ id, email }: { id: string; email: string }): Promise<string> => {
      const { token, hash } = bearerTokens.make('cpv');
      await runSql(
        databaseUrl(),
        `insert into one_time_tokens (hash, purpose, user_id, email_key, expires_at)
          values ('${hash}', 'email_verification', '${id}', '${email.toLowerCase()}', now() + interval '1 hour')`,
      );
      return token;
    };
    const activeOwners = async (): Promise<number> =>
      (await runSql(databaseUrl(), `select 1 from users where role = 'owner' and status = 'active'`)).length;

    it('create one user per e-mail', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const emails = [`race-${round}@example.com`, `Race-${round}@Example.com`, `RACE-${round}@EXAMPLE.COM`];
        const replies = await Promise.all(
          [...emails, ...emails].map((email) => app().call('/api/users', { method: 'POST', body: { email } })),
        );
        expect(statuses(replies)).to.deep.equal([201, 409, 409, 409, 409, 409]);
        for (const reply of replies) if (reply.status !== 201) expectProblem(reply, 409, 'already_exists');
        expect((await app().call(`/api/users?email=race-${round}@example.com`)).json.data).to.have.length(1);
      }
    });

    it('give an e-mail to one of the users that change to it', async () => {
      const users = await Promise.all(Array.from({ length: 5 }, () => createUser(app())));
      const replies = await Promise.all(
        users.map(({ id }) =>
          app().call(`/api/users/${id}`, { method: 'PATCH', body: { email: 'wanted@example.com' } }),
        ),
      );
      expect(statuses(replies)).to.deep.equal([200, 409, 409, 409, 409]);
    });

    for (const [title, act] of [
      ['remove', { method: 'DELETE' }],
      ['demote', { method: 'PATCH', body: { role: 'admin' } }],
      ['disable', { method: 'PATCH', body: { status: 'disabled' } }],
    ] as const) {
      it(`leave one owner when the last two ${title} each other`, async () => {
        const { id: first } = (await app().call('/api/users/me')).json;
        for (let round = 0; round < ROUNDS; round += 1) {
          const ada = await createUser(app(), { role: 'owner' });
          const bob = await createUser(app(), { role: 'owner' });
          const [adas, bobs] = [await signIn(app(), ada), await signIn(app(), bob)];
          await runSql(databaseUrl(), `update users set status = 'disabled' where id = '${first}'`);
          expect(await activeOwners()).to.equal(2);
          const replies = await Promise.all([
            app().call(`/api/users/${bob.id}`, { ...act, key: adas }),
            app().call(`/api/users/${ada.id}`, { ...act, key: bobs }),
          ]);
          expect(await activeOwners(), replies.map(({ text }) => text).join()).to.equal(1);
          expect(replies.filter(({ status }) => status < 300)).to.have.length(1);
          for (const reply of replies) if (reply.status >= 500) throw new Error(reply.text);
          await runSql(
            databaseUrl(),
            `update users set status = 'active' where id = '${first}'`,
            `update users set role = 'customer' where id in ('${ada.id}', '${bob.id}')`,
          );
        }
      });
    }

    it('apply one of ten updates with the same ETag', async () => {
      const { id } = await createUser(app());
      const headers = { 'If-Match': '"1"' };
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          app().call(`/api/users/${id}`, { method: 'PATCH', headers, body: { name: `name ${index}` } }),
        ),
      );
      expect(statuses(replies)).to.deep.equal([200, ...Array(9).fill(412)]);
    });

    it('refuse a change by staff once the customer was promoted', async () => {
      const staff = await signIn(app(), await createUser(app(), { role: 'staff' }));
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id } = await createUser(app(), { password: undefined });
        const [promoted, changed] = await Promise.all([
          app().call(`/api/users/${id}`, { method: 'PATCH', body: { role: 'admin' } }),
          app().call(`/api/users/${id}`, { method: 'PATCH', body: { email: `taken-${id}@example.com` }, key: staff }),
        ]);
        expect(promoted.status).to.equal(200);
        const { version, role } = (await app().call(`/api/users/${id}`)).json;
        expect(role).to.equal('admin');
        // a change that was accepted came first
        if (changed.status === 200) expect([changed.json.version, version]).to.deep.equal([2, 3]);
        else expectProblem(changed, 403, 'insufficient_scope');
      }
    });

    it('leave no session of the old password when a sign-in overlaps a password change', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const user = await createUser(app());
        const [changed, signedIn] = await Promise.all([
          app().call(`/api/users/${user.id}`, { method: 'PATCH', body: { password: NEW_PASSWORD } }),
          app().call('/api/auth', { method: 'POST', key: null, body: { email: user.email, password: PASSWORD } }),
        ]);
        expect(changed.status).to.equal(200);
        if (signedIn.status === 201) {
          expect((await app().call('/api/auth', { key: signedIn.json.token })).status).to.equal(401);
        } else expectProblem(signedIn, 401, 'invalid_credentials');
      }
    });

    it('leave no access of a session that is ended while it creates keys', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const user = await createUser(app(), { role: 'admin' });
        const token = await signIn(app(), user);
        const create = () => app().call('/api/auth/keys', { method: 'POST', key: token, body: { name: 'a key' } });
        const path = `/api/users/${user.id}/sessions`;
        const [session] = (await app().call(path)).json.data;
        const end = round % 2 === 0 ? path : `${path}/${session.id}`;
        const creating = [create(), create(), create()];
        await sleep(round);
        const ended = await app().call(end, { method: 'DELETE' });
        expect(ended.status, ended.text).to.equal(204);
        for (const created of await Promise.all(creating)) {
          if (created.status !== 201) expect(created.status, created.text).to.equal(401);
          else expect((await app().call('/api/auth', { key: created.json.key })).status).to.equal(401);
        }
        expect((await app().call('/api/auth', { key: token })).status).to.equal(401);
      }
    });

    it('leave nothing that a session writes while the first proof of the e-mail ends it', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const user = await createUser(app());
        const key = await signIn(app(), user);
        const token = await aVerificationOf(user);
        const body = { addresses: [{ line1: 'Thief Street 1', country: 'PT' }] };
        const write = () => app().call(`/api/users/${user.id}`, { method: 'PATCH', key, body });
        const writing = [write(), write(), write(), write()];
        const path = '/api/auth/email_verifications/confirm';
        const proving = app().call(path, { method: 'POST', key: null, body: { token } });
        writing.push(write(), write(), write());
        expect((await proving).status).to.equal(204);
        for (const { status } of await Promise.all(writing)) expect(status).to.be.oneOf([200, 401]);
        expect((await app().call(`/api/users/${user.id}`)).json.addresses, `round ${round}`).to.deep.equal([]);
      }
    });

    for (const [title, path, method, body] of [
      ['saved views', '/api/users/me/views', 'PUT', { views: [{ list: 'orders', name: 'Evil', query: '' }] }],
      ['payment method', '/api/payment_methods', 'POST', { token: 'tok_success' }],
      [
        'second factor',
        '/api/users/me/second_factors',
        'POST',
        { type: 'totp', name: 'x', current_password: PASSWORD },
      ],
    ] as const) {
      it(`leave no ${title} of a stranger that are written while the owner proves the e-mail`, async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const user = await createUser(app());
          const key = await signIn(app(), user);
          const token = await aVerificationOf(user);
          const write = () => app().call(path, { method, key, body });
          const writing = [write(), write()];
          const confirming = '/api/auth/email_verifications/confirm';
          const proving = app().call(confirming, { method: 'POST', key: null, body: { token } });
          writing.push(write(), write(), write());
          expect((await proving).status).to.equal(204);
          for (const { status } of await Promise.all(writing)) expect(status).to.be.oneOf([200, 201, 401, 409, 429]);
          const owner = await signIn(app(), user);
          const views = (await app().call('/api/users/me/views', { key: owner })).json.views;
          const { data: methods } = (await app().call('/api/payment_methods', { key: owner })).json;
          const { second_factors: factors } = (await app().call(`/api/users/${user.id}/export`)).json;
          expect({ views, methods, factors }, `round ${round}`).to.deep.equal({ views: [], methods: [], factors: [] });
        }
      });
    }

    it('leave no subscription that a stranger begins while the owner proves the e-mail', async () => {
      const { id: plan_id } = await createPlan(app(), { trial_days: 14, trial_once: false });
      for (let round = 0; round < ROUNDS; round += 1) {
        const user = await createUser(app());
        const key = await signIn(app(), user);
        const token = await aVerificationOf(user);
        const begin = () => app().call('/api/subscriptions', { method: 'POST', key, body: { plan_id } });
        const begun = [begin(), begin()];
        const path = '/api/auth/email_verifications/confirm';
        const proving = app().call(path, { method: 'POST', key: null, body: { token } });
        begun.push(begin(), begin());
        expect((await proving).status).to.equal(204);
        for (const { status, json } of await Promise.all(begun))
          expect([status, json.code]).to.be.deep.oneOf(BEGUN_OR_ENDED);
        const { data } = (await app().call(`/api/subscriptions?user_id=${user.id}`)).json;
        const left = data.filter(({ status }: { status: string }) => status !== 'cancelled');
        expect(left, `round ${round}`).to.deep.equal([]);
      }
    });

    it('reject a password change when the caller loses the permission while it is hashed', async () => {
      let caught = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const admin = await createUser(app(), { role: 'admin' });
        const key = await signIn(app(), admin);
        const body = { email: `heir-${round}@example.com`, password: PASSWORD, role: 'admin' };
        const flood = Array.from({ length: 3 }, () =>
          app().call('/api/auth', { method: 'POST', key: null, body: OWNER }),
        );
        const creating = app().call('/api/users', { method: 'POST', body, key });
        await sleep(20);
        const disabled = await app().call(`/api/users/${admin.id}`, { method: 'PATCH', body: { status: 'disabled' } });
        expect(disabled.status).to.equal(200);
        const { status, json } = await creating;
        await Promise.all(flood);
        // both times are taken under locks: the user was created before the permission was lost
        if (status === 201) expect(json.created_at <= disabled.json.updated_at, json.created_at).to.equal(true);
        else {
          expect(status).to.equal(401);
          caught += 1;
        }
      }
      expect(caught).to.be.greaterThan(0);
    });

    it('reject every call after the revocation of its key', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id, key } = await createKey(app(), { scopes: [] });
        let revoked = false;
        const late: number[] = [];
        let calls = 0;
        const callOnAndOn = async (): Promise<void> => {
          for (let more = 5; more > 0; calls += 1) {
            const beganAfter = revoked;
            const { status } = await app().call('/api/auth', { key });
            if (!beganAfter) continue;
            late.push(status);
            more -= 1;
          }
        };
        const load = Promise.all(Array.from({ length: 8 }, callOnAndOn));
        while (calls < 50) await sleep(1);
        expect((await app().call(`/api/auth/keys/${id}`, { method: 'DELETE' })).status).to.equal(204);
        revoked = true;
        await load;
        expect(new Set(late)).to.deep.equal(new Set([401]));
      }
    });
  },
  {},
  FULL_COST,
);
