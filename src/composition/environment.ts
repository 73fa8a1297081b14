import { existsSync } from 'node:fs';
import path from 'node:path';
import { closestMatch } from 'leven';
import { FORMER_SETTINGS, SEED_NAMES, SETTING_NAMES } from './settings.ts';

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable that is no setting and resembles one. */
export type MisspeltVariable = Readonly<{ name: string; setting: string }>;

const READ = [...SETTING_NAMES, ...SEED_NAMES];

const KNOWN = new Set([...READ, ...FORMER_SETTINGS]);

/** Shorter names resemble too many settings. */
const MIN_MISSPELT_LENGTH = 6;

/** Some of PostgreSQL's own variables, such as PGPORT, resemble a setting. */
const LIBPQ = /^PG[A-Z]+$/;

export const misspeltVariables = (set: Environment): MisspeltVariable[] =>
  Object.keys(set)
    .filter((name) => name.length >= MIN_MISSPELT_LENGTH && !KNOWN.has(name) && !LIBPQ.test(name))
    .flatMap((name) => {
      const setting = closestMatch(name, READ, { maxDistance: 2 });
      return setting === undefined ? [] : [{ name, setting }];
    });

/** The environment, with variables of `.env` that it does not set. */
export const readEnvironment = (directory = process.cwd()): Environment => {
  const file = path.join(directory, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return process.env;
};
