import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { NEW_PASSWORD, PASSWORD, secretsInDatabase, secretsInLogs } from '../../support/builders/secrets.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { startApp } from '../../support/servers/start-app.ts';

/** The end of every run scans all logs and databases; this shows that the scan finds secrets. */
describe('the secret scanner of the tests', () => {
  const secrets = [
    ...(['cpk', 'cps', 'cpr', 'cpv'] as const).map((kind) => bearerTokens.make(kind).token),
    PASSWORD,
    NEW_PASSWORD,
  ];

  const addEvent = (url: string, text: string) =>
    runSql(
      url,
      `insert into events (id, type, resource_id, sequence, data, previous, created_at)
       values ('${randomUUID()}', 'x', '${randomUUID()}', 1, '${JSON.stringify({ deep: [{ text }] })}', '{}', now())`,
    );

  it('finds each kind of secret in a row of any table', async () => {
    const url = await createDatabase();
    for (const secret of secrets) {
      await addEvent(url, `before ${secret} after`);
      const [found, ...others] = await secretsInDatabase(url);
      expect(found).to.include('events: ').and.include(secret);
      expect(others).to.deep.equal([]);
      // the end of the run must not find the planted ones
      await runSql(url, 'delete from events');
    }
    expect(await secretsInDatabase(url)).to.deep.equal([]);
  });

  it('finds a token in a mail and in an address, and none in an encrypted text', async () => {
    const url = await createDatabase();
    const { token } = bearerTokens.make('cpr');
    const texts = [`Hello,\n${token}`, `https://shop.example/?next=%2Freset%3Dtoken%3D${token}&a=b`];
    for (const text of texts) await addEvent(url, text);
    await addEvent(url, `FHkOFGNTUrzAE7csaLcgTFUx${token}`);
    await addEvent(url, `${token}_FHkOFGNTUrzAE7csaLcgTFUx`);
    expect(await secretsInDatabase(url)).to.have.lengthOf(texts.length);
    await runSql(url, 'delete from events');
  });

  it('scans the service’s log', async () => {
    const logSize = (): number =>
      readdirSync(process.env['TEST_LOGS'] ?? '').reduce(
        (sum, file) => sum + statSync(path.join(process.env['TEST_LOGS'] ?? '', file)).size,
        0,
      );
    const before = logSize();
    const app = await startApp();
    await app.call('/api/products');
    await app.stop();
    expect(logSize()).to.be.greaterThan(before);
  });

  it('finds each kind of secret in a log, and no hash or prefix', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'secrets-'));
    const { hash, token } = bearerTokens.make('cpk');
    const lines = [...secrets.map((secret) => `{"msg":"${secret}"}`), hash, token.slice(0, 12), 'password'];
    await writeFile(path.join(directory, 'a.log'), lines.join('\n'));
    expect(secretsInLogs(directory)).to.deep.equal(lines.slice(0, secrets.length));
    await rm(directory, { recursive: true });
  });
});
