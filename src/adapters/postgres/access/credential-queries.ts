import { sql } from 'kysely';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import { Credential } from '#core/access/credential.ts';
import type { CredentialId, CredentialQueries } from '#core/access/ports.ts';
import type { Scope } from '#core/access/scope.ts';
import { Id } from '#core/shared/id.ts';
import type { Database } from '../connection/database.ts';
import { type Placeholders, prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { toRateLimit } from '../tables/api-keys.ts';

/** A key or a session: both halves of the union are cast to it, since Kysely compares their types column by column. */
type IssuedCredential = Readonly<{
  kind: 'api_key' | 'publishable_key' | 'session';
  id: Id<'key'> | Id<'ses'>;
  user_id: Id<'usr'>;
  scopes: readonly Scope[] | null;
  allowed_ips: readonly string[] | null;
  allowed_origins: readonly string[] | null;
  rate_limit: string | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  used_at: Date | null;
}>;

const FIND = prepare<{ hash: TokenHash }>()(($) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('api_keys')
        .select(
          sql<IssuedCredential['kind']>`case kind when 'publishable' then 'publishable_key' else 'api_key' end`.as(
            'kind',
          ),
        )
        .select(['id', 'user_id', 'scopes', 'allowed_ips', 'allowed_origins', 'rate_limit', 'expires_at', 'revoked_at'])
        .select((eb) => sql<Date | null>`${eb.lit(null)}::timestamptz`.as('used_at'))
        .$castTo<IssuedCredential>()
        .where('hash', '=', $('hash'))
        .unionAll(
          eb
            .selectFrom('sessions')
            .select((eb) => [
              sql<IssuedCredential['kind']>`'session'`.as('kind'),
              'id',
              'user_id',
              eb.lit(null).as('scopes'),
              eb.lit(null).as('allowed_ips'),
              eb.lit(null).as('allowed_origins'),
              eb.lit(null).as('rate_limit'),
              'expires_at',
              eb.lit(null).as('revoked_at'),
              sql<Date | null>`coalesce(last_used_at, created_at)`.as('used_at'),
            ])
            .$castTo<IssuedCredential>()
            .where('hash', '=', $('hash')),
        )
        .as('issued'),
    )
    .innerJoin('users as u', 'u.id', 'issued.user_id')
    .selectAll('issued')
    .select(['u.role', 'u.permissions', 'u.status as user_status'])
    .select(
      sql<boolean>`issued.kind = 'session' and exists (
        select from second_factors f where f.user_id = issued.user_id and f.status = 'active')`.as('has_second_factor'),
    ),
);

const ALLOWED_ORIGINS = prepare<{ at: Date }>()(($) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(sql<string>`jsonb_array_elements_text(api_keys.allowed_origins)`.as('origin'))
    .distinct()
    // for the partial index
    .where('api_keys.kind', '=', sql.lit('publishable'))
    .where('api_keys.revoked_at', 'is', null)
    .where('users.status', '=', 'active')
    .where((eb) => eb.or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', $('at'))])),
);

type Uses = Readonly<{ ids: readonly CredentialId[]; times: readonly Date[] }>;

const usesIn = ($: Placeholders<Uses>) =>
  sql<{ id: CredentialId; at: Date }>`unnest(${$('ids')}::text[], ${$('times')}::timestamptz[])`.as<'used'>(
    sql`used (id, at)`,
  );

const RECORD_USE_OF_KEYS = prepare<Uses>()(($) =>
  db
    .updateTable('api_keys')
    .from(usesIn($))
    .set((eb) => ({ last_used_at: eb.ref('used.at') }))
    .whereRef('api_keys.id', '=', 'used.id')
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', eb.ref('used.at'))])),
);

const RECORD_USE_OF_SESSIONS = prepare<Uses>()(($) =>
  db
    .updateTable('sessions')
    .from(usesIn($))
    .set((eb) => ({ last_used_at: eb.ref('used.at') }))
    .whereRef('sessions.id', '=', 'used.id')
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', eb.ref('used.at'))])),
);

const MAX_REMOVED_SESSIONS = 5_000;

const REMOVE_EXPIRED_SESSIONS = prepare<{ before: Date }>()(($) =>
  db
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb.selectFrom('sessions').select('id').where('expires_at', '<', $('before')).limit(MAX_REMOVED_SESSIONS),
    ),
);

export class PostgresCredentialQueries implements CredentialQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async findByHash(hash: TokenHash): Promise<Credential | undefined> {
    const [row] = await this.#database.query(FIND({ hash }));
    if (row === undefined) return undefined;
    return Credential.of({
      kind: row.kind,
      id: row.id,
      scopes: row.scopes,
      allowedIps: row.allowed_ips,
      allowedOrigins: row.allowed_origins,
      rateLimit: toRateLimit(row.rate_limit),
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
      user: { id: row.user_id, role: row.role, permissions: row.permissions, status: row.user_status },
      hasSecondFactor: row.has_second_factor,
      usedAt: row.used_at,
    });
  }

  async allowedOrigins(at: Date): Promise<readonly string[]> {
    return (await this.#database.query(ALLOWED_ORIGINS({ at }))).map(({ origin }) => origin);
  }

  async recordUse(uses: ReadonlyMap<CredentialId, Date>): Promise<void> {
    for (const [prefix, record] of [
      ['key', RECORD_USE_OF_KEYS],
      ['ses', RECORD_USE_OF_SESSIONS],
    ] as const) {
      const used = [...uses].filter(([id]) => Id.is(prefix, id));
      if (used.length === 0) continue;
      await this.#database.query(record({ ids: used.map(([id]) => id), times: used.map(([, at]) => at) }));
    }
  }

  async removeExpiredSessions(before: Date): Promise<void> {
    await this.#database.query(REMOVE_EXPIRED_SESSIONS({ before }));
  }
}
