import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '..');

const read = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

/** The names of all functions, in order. */
export const functionNames = (): string[] =>
  readdirSync(path.join(FOLDER, 'functions'))
    .map((file) => path.basename(file, '.sql'))
    .sort();

/**
 * The statements that create a function, or replace it by its present version.
 * @public for migrations
 */
export const functionSql = (name: string): string => read(`functions/${name}.sql`);

/** The statements that give an empty database the present schema. */
export const newDatabaseSql = (): string =>
  [
    // functions come first, since indexes and triggers use them, and name tables
    'set local check_function_bodies = off;\n',
    ...functionNames().map(functionSql),
    read('schema.sql'),
    read('initial-rows.sql'),
  ].join('');
