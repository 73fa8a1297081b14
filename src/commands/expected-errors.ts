import { ServerAddressError } from '#adapters/http/server/listener.ts';
import { EmbeddedServerError } from '#adapters/postgres/embedded/embedded-server.ts';
import { DatabaseError } from '#adapters/postgres/open-postgres.ts';
import { ConfigError } from '#composition/parse-config.ts';
import { StartError } from '#composition/start-error.ts';

/** Their messages tell the operator what to change; a stack would not. */
const EXPECTED_ERRORS = [ConfigError, StartError, DatabaseError, EmbeddedServerError, ServerAddressError];

/** What the operator reads about an error. */
export const messageFor = (error: unknown): string => {
  const isExpected = EXPECTED_ERRORS.some((kind) => error instanceof kind);
  return `${isExpected ? (error as Error).message : (error as Error).stack}\n`;
};
