import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { htmlSanitizer } from '#adapters/html/html-sanitizer.ts';
import { importRows } from '#adapters/http/imports/import-rows.ts';
import { emptyRowDigest } from '#adapters/system/row-digest.ts';
import { businessClock, systemClock } from '#adapters/system/system-clock.ts';
import { systemTimer } from '#adapters/system/timer.ts';
import type { Config } from '#composition/config.ts';
import { StartError } from '#composition/start-error.ts';
import type { Import } from '#core/imports/import.ts';
import type { ImportDeps, ImportRequest } from '#core/imports/import-row.ts';
import type { SourceChoices } from '#core/imports/source/columns.ts';
import { makeRunImport } from '#core/imports/use-cases/run-import.ts';
import { makeTryImport } from '#core/imports/use-cases/try-import.ts';
import { Actor } from '#core/shared/actor.ts';
import { IdempotencyConflict } from '#core/shared/idempotency.ts';
import type { Console } from '../console.ts';
import { onStorage } from '../storage-session.ts';
import type { ImportArguments } from './arguments.ts';
import { continuation, errorLines, fileLines, summaryLine } from './import-report.ts';
import { openSourceFile, readMapping, type SourceFile } from './source-file.ts';

/** The names of the operator's imports are apart from those of users. */
const ACCOUNT = 'system';

/** Who can run a command on the database may do everything. */
const OPERATOR: Actor = { ...Actor.system, scopes: new Set(['*']) };

/** Longer than the lease of a process that was killed. */
const LEASE_WAIT_MS = 12_000;
const RETRY_INTERVAL_MS = 500;

type NamedArguments = ImportArguments & Readonly<{ name: string }>;

/**
 * Imports a file as the HTTP API does.
 * @returns whether every row was stored.
 * @throws StartError, DatabaseError or EmbeddedServerError
 */
export const importProducts = async (args: ImportArguments, config: Config, console: Console): Promise<boolean> => {
  const source = await openSourceFile(args.file);
  const named = { ...args, name: args.name ?? `import-${randomBytes(4).toString('hex')}` };
  const ended = await onStorage(config, (storage, ids) => {
    const deps = {
      unitOfWork: storage.unitOfWork,
      clock: businessClock,
      systemClock,
      ids,
      emptyDigest: emptyRowDigest(),
      timer: systemTimer,
      sanitizer: htmlSanitizer,
    };
    const run = { source, console, findChoices: (header: string) => storage.importQueries.findChoices(header) };
    return args.dryRun ? tryOnce(deps, { ...run, args }) : runNamed(deps, { ...run, args: named });
  });
  for (const line of [...fileLines(ended), ...errorLines(ended)]) console.report(line);
  console.print(summaryLine(ended, args.dryRun));
  if (!args.dryRun) for (const line of continuation(ended, named)) console.report(line);
  return ended.status === 'completed' && ended.failed === 0;
};

type Run<A = ImportArguments> = Readonly<{
  args: A;
  source: SourceFile;
  console: Console;
  findChoices: (header: string) => Promise<SourceChoices | undefined>;
}>;

const tryOnce = async (deps: ImportDeps, run: Run): Promise<Import> => {
  const { import: tried } = await withProgress(run, (request) => makeTryImport(deps)(OPERATOR, request));
  return tried;
};

const runNamed = async (deps: ImportDeps, run: Run<NamedArguments>): Promise<Import> => {
  const { args, source, console } = run;
  const { name } = args;
  console.report(`The import is named ${name}: run again with --name ${name}, it continues after its last stored row.`);
  const deadline = performance.now() + LEASE_WAIT_MS;
  const attempt = () =>
    withProgress(run, (request) =>
      makeRunImport(deps)(OPERATOR, { ...request, name: { account: ACCOUNT, key: name } }),
    );
  for (let isFirst = true; ; isFirst = false) {
    try {
      const { import: ended, isRepeated } = await attempt();
      if (isRepeated) console.report(`The import ${name} had ended before: nothing was done.`);
      return ended;
    } catch (error) {
      if (!(error instanceof IdempotencyConflict)) throw error;
      const mayRetry = source.isRepeatable && !console.isStopping() && performance.now() < deadline;
      if (error.reason !== 'in_progress' || !mayRetry) throw conflictOf(error, name);
      if (isFirst) console.report('Another process runs this import, or was killed: waiting some seconds for its end.');
      await sleep(RETRY_INTERVAL_MS);
    }
  }
};

const conflictOf = ({ reason }: IdempotencyConflict, name: string): StartError =>
  new StartError(
    reason === 'in_progress'
      ? `The import ${name} is running in another process.`
      : `${name} is the name of an import of another file: the rows that it has stored are not the first rows of this file.`,
  );

/** Reads the file from its beginning and shows how far it is. */
const withProgress = async <T>(
  { args: { resource, format, onError, choices, map, remember }, source, console, findChoices }: Run,
  run: (request: Omit<ImportRequest, 'name'>) => Promise<T>,
): Promise<T> => {
  const progress = console.progress(source.size);
  let bytes = 0;
  const chunks = source.read((read) => {
    bytes = read;
  });
  try {
    return await run({
      ...importRows(chunks, format, {
        resource,
        choices: { ...choices, mapping: map === undefined ? undefined : await readMapping(map) },
        findChoices,
        remember,
      }),
      format,
      onError,
      isStopping: console.isStopping,
      onProgress: ({ rows }) => progress.update(bytes, rows),
    });
  } finally {
    progress.stop();
  }
};
