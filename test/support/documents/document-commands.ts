import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { MailServer } from '../servers/mail-server.ts';
import { type Receiver, startReceiver } from '../servers/receivers.ts';

/** The project's folder, in which documents' commands run. */
export const PROJECT = path.resolve(import.meta.dirname, '../../..');

/** The tour's own command for all of its blocks. */
export const RUN_TOUR = "sed -n '/^```sh$/,/^```$/{/^```/!p}' docs/tour.md | bash -euo pipefail";

/** The guides whose commands run in one shell, and whose TypeScript is one program, in this order. */
export const GUIDES = [
  'quick-start',
  'storefront',
  'accounts',
  'pricing',
  'order-changes',
  'withdrawal',
  'billing',
  'webhooks',
] as const;

/** Ends a script at the first failing request, with its response. */
const STRICT = 'set -euo pipefail; curl() { command curl --fail-with-body --show-error "$@"; }';

/** A document of the project. */
export const readDocument = (file: string): Promise<string> => readFile(path.join(PROJECT, file), 'utf8');

/** The blocks of code of a language. */
export const blocksOf = (document: string, language: string): string[] =>
  [...document.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block);

/** The commands of README's first calls; `URL` and `PASSWORD` are variables. */
export const firstCalls = async (): Promise<string> => {
  const [_start, _tests, ...blocks] = blocksOf(await readDocument('README.md'), 'sh');
  return `${STRICT}\n${blocks.join('\n').replace(/^export URL=.*$/m, '')}`;
};

/** A guide by its name, such as `quick-start`. */
export const readGuide = (name: string): Promise<string> => readDocument(`docs/guides/${name}.md`);

/** The commands of the guides; `URL`, `PASSWORD` and `MAILS`, which responds with mailed tokens, are variables. */
export const guideCommands = async (): Promise<string> => {
  const guides = await Promise.all(GUIDES.map(readGuide));
  const commands = guides.flatMap((guide) => blocksOf(guide, 'sh')).join('\n');
  const script = commands
    .replace(/^export URL=.*$/m, '')
    .replace(/^PASSWORD=.*$/m, '')
    .replaceAll(/^MAILED_TOKEN=.*$/gm, 'MAILED_TOKEN=$(curl -s "$MAILS?to=$EMAIL")');
  return `${STRICT}\n${script}`;
};

type Run = Readonly<{ code: number; output: string; errors: string }>;

/** Runs a script in the project's folder. */
export const runScript = async (script: string, variables: Record<string, string>): Promise<Run> => {
  const env = { ...process.env, ...variables };
  const shell = spawn('bash', ['-c', script], { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')]);
  return { code, output, errors };
};

/** Responds with the token of the next mail to an address. */
export const serveMailedTokens = (mails: MailServer): Promise<Receiver> => {
  const counts = new Map<string, number>();
  return startReceiver(async ({ url = '' }, response) => {
    const email = new URLSearchParams(url.split('?')[1]).get('to') ?? '';
    const count = (counts.get(email) ?? 0) + 1;
    counts.set(email, count);
    const mail = (await mails.mailsTo(email, count))[count - 1];
    response.end(/cp[rv]_\w+/.exec(mail?.text ?? '')?.[0]);
  });
};
