import Joi from 'joi';
import { databaseUrl } from '#adapters/system/settings/server-urls.ts';
import { hidden, shown } from './setting-visibility.ts';

/** Where everything but uploaded files is stored. */
export const STORAGE_SETTINGS = {
  STORAGE: shown(
    'Where everything is stored; memory keeps nothing.',
    Joi.string().valid('postgres', 'memory').default('postgres'),
    '`memory` keeps nothing on disk',
  ),
  DATABASE_URL: hidden(
    'The PostgreSQL database; the embedded one if unset.',
    databaseUrl,
    'a database of a PostgreSQL 15 or later, such as `postgres://user:password@host:5432/shop` with special characters of the password encoded, `#` as `%23`; the embedded one if unset',
  ),
  MIGRATION_DATABASE_URL: hidden(
    'The same database for a role that may change the schema.',
    databaseUrl,
    'the database for a role that owns its tables; the role of `DATABASE_URL` then reads and writes rows only',
  ),
  DATABASE_POOLER: shown(
    'For how long the pooler of DATABASE_URL lends a server connection; session without a pooler.',
    Joi.string().valid('session', 'transaction').default('session'),
    '`transaction` where `DATABASE_URL` leads through a pooler that lends a server connection for a transaction only ([poolers](operate.md#poolers))',
  ),
  DATABASE_LISTEN_URL: hidden(
    'The same database on a connection that receives notifications, if DATABASE_URL has none.',
    databaseUrl,
    'the same database directly, or through a pooler in session mode, for the one connection of each process that receives notifications; set it with `DATABASE_POOLER=transaction`',
  ),
  READ_DATABASE_URL: hidden(
    'A standby of the database, for reads that take long.',
    databaseUrl,
    'a [standby](operate.md#reads-from-a-standby) of the database, which serves exports and reports',
  ),
  PUBLIC_READS_MAY_LAG: shown(
    'Whether the standby also serves anonymous reads of the catalogue.',
    Joi.boolean().default(false),
    '`true`: the [standby](operate.md#reads-from-a-standby) also serves what anybody may read of the catalogue',
  ),
  DATA_DIR: shown(
    'The folder of the embedded database, uploaded images and a generated secret key.',
    Joi.string().default('.data'),
  ),
};
