import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Rejects words that docs/glossary.md replaces, as far as a program can tell them from ordinary English.

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const REPLACED: readonly (readonly [word: RegExp, term: string])[] = [
  [/rehears/i, 'dry run'],
  [/\bsight(s|ed)?\b/i, 'visibility'],
  [/\b\w*[Pp]arcels?\b/, 'fulfillment'],
  [/\bMOST_\w+/, 'MAX_…'],
  [/\w+_LOOKED_MS\b/, '…_INTERVAL_MS'],
  [/\b(nudge|doorbell|attendant)/i, 'wake-up or process service'],
  [/\bcall-backs?\b/i, 'gateway webhook'],
  [/\b(NameTaken|KeptAnswer|AnswerLog|AnswerQueries|keptSince)\b|\bkept answers?\b/i, 'idempotency record'],
  [/\bgives? (its |the )?works?\b/i, 'returns a work'],
  [/\bremembered ?credentials?\b|\brememberCredentials\b/i, 'credential cache'],
  [/\bunseal|\bsealers?\b/i, 'encryption'],
  [/\bmisplaced\b/i, 'ip_not_allowed'],
  [/\bonlyOf\b/, 'ownerId'],
  [/\bmove(d)?Stock\b/i, 'adjustStock'],
  [/\bleftToFulfill\b/, 'unfulfilledItems'],
  [/\b(requireReach|reachOf|loggablePath|answerPage|innerId)\b/, 'the term of the glossary'],
  [/\bwho(m)?ever\b/i, 'the actor, caller, owner or process'],
  [/\bhas got\b/i, 'has locked'],
  [/\b(letGo|lettingGo|letNextGo)\b|\blet(s|ting)? go\b/i, 'void or release'],
  [/\b(is|are|was|were) told of\b|\btells? of\b/i, 'reports, is notified of'],
  [/\bstands? for (all|the)( of the)? sum\b/i, 'authorizes the full amount'],
  [/\bpaid by hand\b|\bby hand\b/i, 'manual'],
];

const FOLDERS = ['src', 'test', 'examples', 'docs', 'config'];
const TEXTS = /\.(ts|js|md)$/;

/** These files list the replaced words. */
const EXCLUDED = /^docs\/glossary\.md$|^config\/check-terms\.ts$|^test\/client\/|node_modules/;

/** Stored or derived values of released versions, which never change. */
const RELEASED = /'session\.rehearsed'|digest\('the sandbox’s call-backs'\)/;

const files = async (): Promise<string[]> => {
  const found = await Promise.all(
    FOLDERS.map(async (folder) => {
      const entries = await readdir(path.join(ROOT, folder), { recursive: true });
      return entries.map((entry) => path.posix.join(folder, entry));
    }),
  );
  return ['README.md', ...found.flat()].filter((file) => TEXTS.test(file) && !EXCLUDED.test(file)).sort();
};

let count = 0;
for (const file of await files()) {
  const lines = (await readFile(path.join(ROOT, file), 'utf8')).split('\n');
  for (const [index, line] of lines.entries()) {
    if (RELEASED.test(line)) continue;
    for (const [word, term] of REPLACED) {
      const match = word.exec(line);
      if (match === null) continue;
      count += 1;
      process.stderr.write(`${file}:${index + 1} says "${match[0]}": use ${term} (docs/glossary.md)\n`);
    }
  }
}
if (count > 0) process.exitCode = 1;
