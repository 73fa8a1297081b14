import { expect } from 'chai';
import { enrol } from '../../support/builders/second-factors.ts';
import { callerOf, OWNER } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { killLeftovers, runAdmin, spawnFailingService, spawnService } from '../../support/servers/spawn-service.ts';

const SECRET_KEY = 'the secret key of an operator, for tests';
const USAGE = 'Usage: npm run admin -- COMMAND';
const RANDOM = { OWNER_PASSWORD: '' };

const signIn = (url: string, email: string, password: string) =>
  callerOf(url, null)('/api/auth', { method: 'POST', body: { email, password } });

describe('the operator’s commands', () => {
  let settings: Record<string, string>;
  before(async () => {
    settings = { DATABASE_URL: await createDatabase(), SECRET_KEY };
  });
  after(killLeftovers);

  it('explain themselves when a command is missing or unknown', async () => {
    for (const [args, first] of [
      [[], USAGE],
      [['chekc'], 'There is no command chekc.'],
      [['check', 'twice'], USAGE],
      [['check', '--fast'], USAGE],
    ] as const) {
      const { code, stderr } = await runAdmin(args, settings);
      expect([code, stderr.split('\n')[0]]).to.deep.equal([1, first]);
      expect(stderr).to.include(`${USAGE}\n`);
    }
    // also with wrong settings
    const { code, stdout, stderr } = await runAdmin(['--help'], { PORT: 'x' });
    expect([code, stdout.split('\n')[0], stderr]).to.deep.equal([0, USAGE, '']);
    expect((await runAdmin(['check'], { STORAGE: 'memory' })).stderr).to.include('STORAGE=memory');
  });

  it('create an owner, without whom production does not start', async () => {
    const production = { ...settings, ...RANDOM, NODE_ENV: 'production', OWNER_EMAIL: '' };
    const early = await spawnFailingService(production);
    expect(early.stderr).to.match(/^There is no owner yet: .*OWNER_PASSWORD.*create-owner.*\.\n$/);
    const { code, stdout, stderr } = await runAdmin(['create-owner', '--email', 'first@example.com'], production);
    expect([code, stderr]).to.deep.equal([0, '']);
    const [, password = ''] = /^first@example\.com is an owner\. Password: (\S{20})\n$/.exec(stdout) ?? [];
    const service = await spawnService(production);
    expect((await signIn(service.url, 'first@example.com', password)).status).to.equal(201);
    await service.end('SIGTERM');
    const again = await runAdmin(['create-owner', '--email', 'First@example.com'], production);
    expect([again.code, again.stderr]).to.deep.equal([1, 'email is already used by another user\n']);
  });

  it('create an owner in production with the password of the settings and the e-mail of the command', async () => {
    const production = {
      ...settings,
      NODE_ENV: 'production',
      OWNER_EMAIL: '',
      OWNER_PASSWORD: 'a long unusual phrase',
    };
    const made = await runAdmin(['create-owner', '--email', 'given@example.com'], production);
    expect([made.code, made.stdout, made.stderr]).to.deep.equal([0, 'given@example.com is an owner.\n', '']);
    for (const name of ['create-owner', 'reset-owner']) {
      const { code, stderr } = await runAdmin([name], production);
      expect([code, stderr]).to.deep.equal([
        1,
        `${name} needs an e-mail in production: add --email you@example.com, or set OWNER_EMAIL.\n`,
      ]);
    }
  });

  it('refuse an e-mail that is none', async () => {
    for (const email of ['nope', '', 'a@b@c']) {
      const { code, stderr } = await runAdmin(['create-owner', '--email', email], settings);
      expect([code, stderr]).to.deep.equal([1, '--email must be an e-mail such as you@example.com.\n']);
    }
  });

  it('refuse passwords that are easily guessed', async () => {
    const weak = { ...settings, OWNER_PASSWORD: 'password1234' };
    const { code, stderr } = await runAdmin(['create-owner', '--email', 'weak@example.com'], weak);
    expect([code, stderr]).to.deep.equal([
      1,
      'password must not be easy to guess, such as a common password or a row of keys\n',
    ]);
  });

  it('give an owner a new password, and end the sessions', async () => {
    const service = await spawnService(settings);
    await runAdmin(['create-owner', '--email', 'lost@example.com'], settings);
    const { token } = (await signIn(service.url, 'lost@example.com', OWNER.password)).json;
    const { code, stdout } = await runAdmin(['reset-owner', '--email', 'LOST@example.com'], { ...settings, ...RANDOM });
    expect(code).to.equal(0);
    const [, password = ''] = /Password: (\S{20})\n$/.exec(stdout) ?? [];
    expect((await callerOf(service.url, token)('/api/auth')).status).to.equal(401);
    expect((await signIn(service.url, 'lost@example.com', OWNER.password)).status).to.equal(401);
    expect((await signIn(service.url, 'lost@example.com', password)).status).to.equal(201);
    await service.end('SIGTERM');
    const unknown = await runAdmin(['reset-owner', '--email', 'nobody@example.com'], settings);
    expect([unknown.code, unknown.stderr]).to.deep.equal([1, 'There is no user nobody@example.com.\n']);
  });

  it('remove the second factors of a user who has lost them', async () => {
    const service = await spawnService(settings);
    const email = 'locked@example.com';
    await runAdmin(['create-owner', '--email', email], settings);
    const { token } = (await signIn(service.url, email, OWNER.password)).json;
    await enrol({ call: callerOf(service.url, null) }, token);
    expect((await signIn(service.url, email, OWNER.password)).json.code).to.equal('second_factor_required');
    const { code, stdout } = await runAdmin(['remove-factors', '--email', 'LOCKED@example.com'], settings);
    expect([code, stdout]).to.deep.equal([0, '1 second factor of LOCKED@example.com removed.\n']);
    expect((await signIn(service.url, email, OWNER.password)).status).to.equal(201);
    await service.end('SIGTERM');
    const unnamed = await runAdmin(['remove-factors'], settings);
    expect([unnamed.code, unnamed.stderr]).to.deep.equal([
      1,
      'remove-factors needs the e-mail of the user: add --email you@example.com.\n',
    ]);
  });

  it('check the ledger', async () => {
    const corrupted = { ...settings, DATABASE_URL: await createDatabase() };
    expect((await runAdmin(['check'], corrupted)).code).to.equal(0);
    const entry = `'mov_1', 'capture', 'pay_1', 'ord_1', 'USD', now()`;
    await runSql(
      corrupted.DATABASE_URL,
      // without the triggers that refuse it
      'set session_replication_role = replica',
      `insert into ledger_entries (movement_id, kind, payment_id, payable_id, currency, created_at, account, debit, credit)
       values (${entry}, 'orders', 0, 5)`,
    );
    const { code, stdout } = await runAdmin(['check'], corrupted);
    expect([code, stdout]).to.satisfy(
      ([status, text]: [number, string]) => status === 1 && /ledger: \d+ discrepanc(y|ies)\n {2}\S/.test(text),
    );
  });
});

describe('a schema that needs a newer version of the service', () => {
  it('stops the service from starting and says why', async () => {
    const url = await createDatabase();
    await runSql(url, `insert into migrations (name, executed_at) values ('20991231-newer', now())`);
    const service = await spawnService({ DATABASE_URL: url, SECRET_KEY });
    await service.end('SIGTERM');
    await runSql(url, `insert into schema_requirements values ('20991231-newer')`);
    for (const run of [spawnFailingService, (settings: Record<string, string>) => runAdmin(['check'], settings)]) {
      const { code, stderr } = await run({ DATABASE_URL: url, SECRET_KEY });
      expect(code).to.equal(1);
      expect(stderr).to.match(/a newer version of the service has migrated it \(20991231-newer\)/);
    }
  });
});
