import type { ApiKeyId } from '#core/access/api-key.ts';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import { Credential } from '#core/access/credential.ts';
import type { CredentialQueries } from '#core/access/credential-queries.ts';
import type { Role } from '#core/access/role.ts';
import type { Scope } from '#core/access/scope.ts';
import type { UserStatus } from '#core/access/user-status.ts';
import type { Id } from '#core/shared/id.ts';
import type { Database } from '../connection/database.ts';

type Row = Readonly<{
  kind: 'api_key' | 'session';
  id: Id<'key'> | Id<'ses'>;
  scopes: readonly Scope[] | null;
  allowed_ips: readonly string[] | null;
  expires_at: Date | string | null;
  revoked_at: Date | string | null;
  user_id: Id<'usr'>;
  role: Role;
  permissions: readonly Scope[];
  user_status: UserStatus;
}>;

const FIND = `
  select issued.*, u.id as user_id, u.role, u.permissions, u.status as user_status
  from (
    select 'api_key' as kind, id, user_id as of_user, scopes, allowed_ips, expires_at, revoked_at from api_keys where hash = $1
    union all
    select 'session', id, user_id, null, null, expires_at, null from sessions where hash = $1
  ) as issued
  join users u on u.id = issued.of_user`;

const RECORD_USE = `
  update api_keys set last_used_at = used.at
  from unnest($1::text[], $2::timestamptz[]) as used (id, at)
  where api_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`;

const REMOVE_ENDED = `
  delete from sessions where id in (select id from sessions where expires_at < $1 limit 5000)`;

export class PostgresCredentialQueries implements CredentialQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async findByHash(hash: TokenHash): Promise<Credential | undefined> {
    const [row] = await this.#database.query<Row>({ text: FIND, values: [hash] });
    if (row === undefined) return undefined;
    return Credential.of({
      kind: row.kind,
      id: row.id,
      scopes: row.scopes,
      allowedIps: row.allowed_ips,
      expiresAt: toDate(row.expires_at),
      revokedAt: toDate(row.revoked_at),
      user: { id: row.user_id, role: row.role, permissions: row.permissions, status: row.user_status },
    });
  }

  async recordUse(uses: ReadonlyMap<ApiKeyId, Date>): Promise<void> {
    await this.#database.query({ text: RECORD_USE, values: [[...uses.keys()], [...uses.values()]] });
  }

  async removeEnded(before: Date): Promise<void> {
    await this.#database.query({ text: REMOVE_ENDED, values: [before] });
  }
}

const toDate = (value: Date | string | null): Date | null => (value === null ? null : new Date(value));
