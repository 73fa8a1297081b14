import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { runSql } from '../../support/servers/database.ts';
import { debianPostgres, startDebianPostgres } from '../../support/servers/debian-postgres.ts';

const DOCKER = path.join(import.meta.dirname, '../../../docker');

/** Whether a password is the one of a verifier as PostgreSQL stores it: SCRAM-SHA-256 of RFC 7677. */
const isPasswordOf = (verifier: string, password: string): boolean => {
  const [, iterations = '', salt = '', stored = ''] = /^SCRAM-SHA-256\$(\d+):([^$]+)\$([^:]+):/.exec(verifier) ?? [];
  const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(iterations), 32, 'sha256');
  const key = createHmac('sha256', salted).update('Client Key').digest();
  return createHash('sha256').update(key).digest('base64') === stored;
};

describe('the database roles of docker/compose.yaml', () => {
  it('have a password each in the addresses of the service', () => {
    const file = readFileSync(path.join(DOCKER, 'compose.yaml'), 'utf8');
    expect(/ DATABASE_URL=(\S+)/.exec(file)?.[1]).to.match(/^postgres:\/\/commerce:\$\{POSTGRES_PASSWORD\}@/);
    expect(/ MIGRATION_DATABASE_URL=(\S+)/.exec(file)?.[1]).to.match(
      /^postgres:\/\/commerce_owner:\$\{POSTGRES_OWNER_PASSWORD\}@/,
    );
  });

  const folder = debianPostgres();
  if (folder !== undefined) {
    it('are created with these passwords, and the superuser keeps none', async () => {
      const postgres = await startDebianPostgres(folder);
      try {
        const passwords = ['--set=password=one', '--set=owner_password=other'];
        const script = `--file=${path.join(DOCKER, 'create-roles.sql')}`;
        await postgres.run('psql', '--set=ON_ERROR_STOP=1', ...passwords, script);
        const rows = await runSql(
          postgres.urlOf('commerce'),
          `select rolname as name, rolpassword as verifier from pg_authid where rolname !~ '^pg_' order by 1`,
        );
        const [runtime, owner, superuser] = rows;
        expect(rows.map(({ name }) => name)).to.deep.equal(['commerce', 'commerce_owner', 'postgres']);
        const accepted = (row: Record<string, unknown> | undefined) =>
          ['one', 'other'].filter((password) => isPasswordOf(String(row?.['verifier']), password));
        expect([accepted(runtime), accepted(owner)]).to.deep.equal([['one'], ['other']]);
        expect(superuser?.['verifier']).to.equal(null);
      } finally {
        await postgres.stop();
      }
    });
  }
});
