import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { makeEncryption } from '#adapters/system/encryption.ts';
import { parseConfig } from '#composition/parse-config.ts';
import { LOCAL_WEBHOOK_SETTINGS } from '../../support/builders/webhooks.ts';
import { configErrorOf } from '../../support/config-errors.ts';
import { callerOf, ownerKeyOf } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { type Receiver, startReceiver } from '../../support/servers/receivers.ts';
import { killLeftovers, runAdmin, spawnFailingService, spawnService } from '../../support/servers/spawn-service.ts';

const FIRST = 'the first secret key of this shop';
const SECOND = 'the key that replaced the first one';
const UNREADABLE = 'values cannot be decrypted: add the former key to SECRET_KEY_PREVIOUS';
const NEW_KEY = { method: 'POST', body: { name: 'a key' }, headers: { 'Idempotency-Key': 'a-key' } };

describe('the secret key', () => {
  it('is refused when it is short or not random', () => {
    for (const weak of [
      'too short to be a key',
      'k'.repeat(64),
      'abc'.repeat(20),
      'password'.repeat(8),
      '0123456789'.repeat(5),
    ]) {
      for (const name of ['SECRET_KEY', 'SECRET_KEY_PREVIOUS']) {
        expect(configErrorOf({ [name]: weak }), `${name}=${weak}`).to.match(
          new RegExp(`${name} must (have|be random)`),
        );
      }
    }
    expect(parseConfig({ SECRET_KEY_PREVIOUS: `${FIRST}, ${SECOND}` }).formerSecretKeys).to.deep.equal([FIRST, SECOND]);
    expect(configErrorOf({ SECRET_KEY: '9f8c1e0db7a64253b1d2c3e4f5a60718' })).to.equal('');
  });

  it('is not read from an empty or short file', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'secret-key-'));
    for (const content of ['', '\n', 'short', 'k'.repeat(64)]) {
      await writeFile(path.join(directory, 'secret-key'), content);
      const { code, stderr } = await spawnFailingService({ DATABASE_URL: await createDatabase(), DATA_DIR: directory });
      expect([code, stderr.includes(path.join(directory, 'secret-key'))], stderr).to.deep.equal([1, true]);
    }
    await rm(directory, { recursive: true });
  });
});

describe('a change of the secret key', () => {
  let receiver: Receiver;
  let settings: Record<string, string>;
  let webhookPath: string;
  let firstReply: string;

  before(async () => {
    receiver = await startReceiver();
    settings = { ...LOCAL_WEBHOOK_SETTINGS, DATABASE_URL: await createDatabase() };
    await withService({ SECRET_KEY: FIRST }, async (call) => {
      const created = await call('/api/webhooks', { method: 'POST', body: { url: receiver.url, events: ['*'] } });
      webhookPath = `/api/webhooks/${created.json.id}`;
      firstReply = (await call('/api/auth/keys', NEW_KEY)).text;
    });
  });
  after(() => {
    receiver.close();
    killLeftovers();
  });

  const withService = async (
    keys: Record<string, string>,
    use: (call: ReturnType<typeof callerOf>) => Promise<void>,
  ): Promise<void> => {
    const service = await spawnService({ ...settings, ...keys });
    await use(callerOf(service.url, await ownerKeyOf(service.url)));
    await service.end('SIGTERM');
  };
  const refused = async (keys: Record<string, string>): Promise<void> => {
    const { code, stderr } = await spawnFailingService({ ...settings, ...keys });
    expect(code).to.equal(1);
    expect(stderr).to.match(/^SECRET_KEY is not the key .*SECRET_KEY_PREVIOUS.*\.\n$/);
  };
  const worksAsBefore = async (call: ReturnType<typeof callerOf>): Promise<void> => {
    const test = await call(`${webhookPath}/test`, { method: 'POST' });
    expect([test.status, test.json.status], test.text).to.deep.equal([200, 'succeeded']);
    const replay = await call('/api/auth/keys', NEW_KEY);
    expect([replay.status, replay.text]).to.deep.equal([201, firstReply]);
  };

  it('stops the service from starting without the former key', () => refused({ SECRET_KEY: SECOND }));

  it('keeps webhooks and stored responses with the former key beside the new one', () =>
    withService({ SECRET_KEY: SECOND, SECRET_KEY_PREVIOUS: FIRST }, worksAsBefore));

  it('is found by the check of the operator until everything is encrypted anew', async () => {
    const wrong = await runAdmin(['check'], { ...settings, SECRET_KEY: SECOND });
    expect([wrong.code, wrong.stdout]).to.deep.equal([
      1,
      `schema: up to date\nowner: postgres\nkeys: 2 ${UNREADABLE}\nledger: balanced\ne-mails: each account has a mailbox of its own\n`,
    ]);
    const unable = await runAdmin(['reencrypt'], { ...settings, SECRET_KEY: SECOND });
    expect([unable.code, unable.stdout]).to.deep.equal([1, '']);
    const reencrypted = await runAdmin(['reencrypt'], { ...settings, SECRET_KEY: SECOND, SECRET_KEY_PREVIOUS: FIRST });
    expect([reencrypted.code, reencrypted.stderr]).to.deep.equal([0, '']);
    expect(reencrypted.stdout).to.equal(
      '2 values are encrypted with SECRET_KEY. Remove SECRET_KEY_PREVIOUS once no process runs with the former key.\n',
    );
    const right = await runAdmin(['check'], { ...settings, SECRET_KEY: SECOND });
    expect([right.code, right.stdout]).to.deep.equal([
      0,
      'schema: up to date\nowner: postgres\nkeys: every encrypted value can be decrypted\nledger: balanced\ne-mails: each account has a mailbox of its own\n',
    ]);
  });

  it('needs the former key no longer after that', async () => {
    await refused({ SECRET_KEY: FIRST });
    await withService({ SECRET_KEY: SECOND }, async (call) => {
      const test = await call(`${webhookPath}/test`, { method: 'POST' });
      expect([test.status, test.json.status], test.text).to.deep.equal([200, 'succeeded']);
    });
  });

  it('leaves everything as it is when a value has yet another key', async () => {
    await runSql(settings['DATABASE_URL'] ?? '', 'delete from secret_key_checks', 'delete from idempotency_records');
    // recorded by a process that ran while the check values were missing
    const { keyChecks } = makeEncryption('a third key that nobody has kept', []);
    await runSql(settings['DATABASE_URL'] ?? '', `insert into secret_key_checks values ('${keyChecks[0]}')`);
    const keys = { SECRET_KEY: 'a third key that nobody has kept', SECRET_KEY_PREVIOUS: '' };
    const { code, stdout, stderr } = await runAdmin(['reencrypt'], { ...settings, ...keys });
    const message = 'keys: 1 value cannot be decrypted: add the former key to SECRET_KEY_PREVIOUS\n';
    expect([code, stdout, stderr]).to.deep.equal([1, message, '']);
    const right = await runAdmin(['reencrypt'], { ...settings, ...keys, SECRET_KEY_PREVIOUS: SECOND });
    expect([right.code, right.stdout.split('.')[0]]).to.deep.equal([0, '1 value is encrypted with SECRET_KEY']);
  });
});
