import { expect } from 'chai';
import { type Database, openDatabase } from '#adapters/postgres/connection/database.ts';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import { meetingUsersOf } from '#adapters/postgres/users/meeting-users.ts';
import { createOrder, createUser, signIn } from '../../support/builders/resources.ts';
import { PASSWORD } from '../../support/builders/secrets.ts';
import { expectProblem } from '../../support/problems.ts';
import { runSql } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { runAdmin } from '../../support/servers/spawn-service.ts';

const SECRET_KEY = 'a secret key of the tests, which is long';

onStorage(
  'postgres',
  'accounts of before whose e-mails meet',
  ({ app, databaseUrl }) => {
    let database: Database;
    /** By e-mail. */
    const users: Record<string, { id: string }> = {};
    let order: { id: string };

    /** What the key of an e-mail was before. */
    const formerKey = (email: string): string => email.normalize('NFC').toLowerCase();
    const keyOf = async (email: string) =>
      (await runSql(databaseUrl(), `select email_key from users where email = '${email}'`))[0]?.['email_key'];

    before(async () => {
      database = await openDatabase({ url: databaseUrl() });
      const verified = `email_verified_at = now()`;
      for (const [email, change] of [
        ['victim@example.com', ''],
        ['victim@ⓔxample.com', ''],
        ['ｊoe@example.com', ''],
        ['joｅ@example.com', verified],
        ['zoe@BÜCHER.de', ''],
        ['ida@xn--bcher-kva.de', ''],
      ] as const) {
        const user = await createUser(app());
        users[email] = user;
        const set = `email = '${email}', email_key = '${formerKey(email)}' ${change && `, ${change}`}`;
        await runSql(databaseUrl(), `update users set ${set} where id = '${user.id}'`);
      }
      order = await createOrder(app(), { email: 'ｊoe@example.com' });
      await runSql(
        databaseUrl(),
        `update orders set email_key = 'ｊoe@example.com' where id = '${order.id}'`,
        `delete from migrations where name = '20261130-keys-of-emails'`,
      );
      await migrate(database);
    });
    after(() => database.close());

    it('get the keys of now, one each: who had it, then who proved the e-mail', async () => {
      expect(await keyOf('victim@example.com')).to.equal('victim@example.com');
      expect(await keyOf('victim@ⓔxample.com')).to.equal('victim@ⓔxample.com');
      expect(await keyOf('joｅ@example.com')).to.equal('joe@example.com');
      expect(await keyOf('ｊoe@example.com')).to.equal('ｊoe@example.com');
      expect(await keyOf('zoe@BÜCHER.de')).to.equal('zoe@bücher.de');
      expect(await keyOf('ida@xn--bcher-kva.de')).to.equal('ida@bücher.de');
    });

    it('leave orders to the mailbox', async () => {
      const { data } = (await app().call('/api/orders?email=joe@example.com')).json;
      expect(data.map(({ id }: { id: string }) => id)).to.deep.equal([order.id]);
    });

    it('are listed by check, which fails', async () => {
      expect((await meetingUsersOf(database)).map(({ email, holder }) => [email, holder?.email])).to.have.deep.members([
        ['victim@ⓔxample.com', 'victim@example.com'],
        ['ｊoe@example.com', 'joｅ@example.com'],
      ]);
      const { code, stdout } = await runAdmin(['check'], { DATABASE_URL: databaseUrl(), SECRET_KEY });
      expect(code).to.equal(1);
      expect(stdout).to.include('e-mails: 2 accounts have the mailbox of another; nobody signs in to it\n');
      const [victim, other] = [users['victim@example.com'], users['victim@ⓔxample.com']];
      expect(stdout).to.include(`  ${other?.id} victim@ⓔxample.com: the mailbox of ${victim?.id} victim@example.com\n`);
    });

    it('are changed and disabled by staff, and sign in again with another e-mail', async () => {
      const { id } = users['victim@ⓔxample.com'] ?? expect.fail();
      const patch = (body: object) => app().call(`/api/users/${id}`, { method: 'PATCH', body });
      const attempt = { method: 'POST', key: null, body: { email: 'victim@ⓔxample.com', password: PASSWORD } };
      // the password is that of both
      const signedIn = (await app().call('/api/auth', attempt)).json;
      expect(signedIn.user.id).to.equal(users['victim@example.com']?.id);
      expect((await patch({ name: 'Mallory' })).status).to.equal(200);
      expect((await patch({ status: 'disabled' })).status).to.equal(200);
      expectProblem(await patch({ email: 'VICTIM@ⓔxample.com' }), 409, 'already_exists');
      expect((await patch({ email: 'mallory@example.com', status: 'active' })).status).to.equal(200);
      expect(await signIn(app(), { email: 'mallory@example.com' })).to.match(/^cps_/);
      expect((await meetingUsersOf(database)).map(({ email }) => email)).to.deep.equal(['ｊoe@example.com']);
    });
  },
  { SECRET_KEY },
);
