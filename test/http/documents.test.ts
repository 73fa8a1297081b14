import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { SETTING_NAMES } from '#composition/settings.ts';
import { installed } from '../support/installed.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const PROJECT = path.resolve(import.meta.dirname, '../..');

/** The guide's own command for all of its blocks. */
const RUN_TOUR = String.raw`sed -n '/^\`\`\`sh$/,/^\`\`\`$/{/^\`\`\`/!p}' docs/tour.md | bash -euo pipefail`.replaceAll(
  '\\`',
  '`',
);

/** The settings that the image fixes. */
const FIXED_IN_IMAGE = ['HOST', 'PORT', 'NODE_ENV', 'STORAGE', 'DATA_DIR'];

const read = (file: string): Promise<string> => readFile(path.join(PROJECT, file), 'utf8');

type Run = Readonly<{ code: number; output: string; errors: string }>;

/** Runs a script in the project's folder. */
const runScript = async (script: string, variables: Record<string, string>): Promise<Run> => {
  const env = { ...process.env, ...variables };
  const shell = spawn('bash', ['-c', script], { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')]);
  return { code, output, errors };
};

describe('the documents', () => {
  let app: TestApp;
  let mails: MailServer;

  before(async () => {
    mails = await startMailServer();
    app = await startApp({ SMTP_URL: mails.url });
  });
  after(async () => {
    await app.stop();
    await mails.close();
  });

  // the run's notice names curl if it is missing
  if (installed('curl') !== undefined) {
    it('have a README of at most 6 kB, whose commands work as written', async () => {
      const readme = await read('README.md');
      expect(Buffer.byteLength(readme)).to.be.at.most(6_000);
      const [, ...blocks] = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
      expect(blocks).to.have.length(6);
      const script = blocks.join('\n').replace(/^export URL=.*$/m, '');
      const prelude = 'set -euo pipefail; curl() { command curl --fail-with-body --show-error "$@"; }';
      const { code, output, errors } = await runScript(`${prelude}\n${script}`, {
        URL: app.url,
        PASSWORD: app.ownerPassword,
      });
      expect(code, errors + output).to.equal(0);
      expect(output).to.include('"status":"succeeded"').and.include('"type":"order.paid"');
    });

    it('have a tour of every operation that runs as often as one likes', async () => {
      expect(await read('docs/tour.md')).to.include(RUN_TOUR);
      let tour = await runScript(RUN_TOUR, { URL: app.url, PASSWORD: app.ownerPassword });
      expect(tour.code, tour.errors + tour.output.slice(-2000)).to.equal(0);
      for (const shown of SHOWN) expect(tour.output.replaceAll(' : ', ':').includes(shown), shown).to.equal(true);
      const operations = Object.keys((await app.call('/api/openapi.json')).json.paths);
      const commands = await read('docs/tour.md');
      const shown = operations.filter((at) => commands.includes(at.replace(/\/\{id\}.*/, '')));
      expect(shown).to.deep.equal(operations);
      tour = await runScript(RUN_TOUR, { URL: app.url, PASSWORD: app.ownerPassword });
      expect(tour.code, tour.errors + tour.output.slice(-2000)).to.equal(0);
    });

    it('have a tour that ends at the first failing request, with its response', async () => {
      const { code, output, errors } = await runScript(RUN_TOUR, { URL: app.url, PASSWORD: 'a wrong password' });
      expect(code).to.not.equal(0);
      expect(output + errors).to.include('missing: token');
    });
  }

  it('name every setting once in each place that lists them', async () => {
    const names = (document: string, pattern: RegExp) =>
      [...document.matchAll(pattern)].map(([, name]) => name).filter((name) => SETTING_NAMES.includes(name ?? ''));
    const rows = (await read('docs/settings.md')).split('\n').filter((line) => line.startsWith('| `'));
    const cells = rows.map((row) => row.split('|')[1] ?? '').join('\n');
    expect(names(cells, /`([A-Z_]+)`/g)).to.have.members([...SETTING_NAMES]);
    expect(names(await read('config/example.env'), /^# ([A-Z_]+)=/gm)).to.have.members([...SETTING_NAMES]);
    const service = (await read('docker/compose.yaml')).split('\n  database:')[0] ?? '';
    const passedOn = SETTING_NAMES.filter((name) => !FIXED_IN_IMAGE.includes(name));
    expect(names(service, /^ {6}- ([A-Z_]+)/gm)).to.have.members(passedOn);
  });

  it('name the Node from which on npm has no warnings', async () => {
    const { packages } = JSON.parse(await read('package-lock.json'));
    const needed = Object.values<{ engines?: { node?: string } }>(packages).flatMap(({ engines }) => {
      const [, major, minor = '0'] = /^>=\s*(\d+)(?:\.(\d+))?/.exec(engines?.node ?? '') ?? [];
      return major === undefined ? [] : [{ major: Number(major), minor: Number(minor) }];
    });
    const [newest] = needed.sort((one, other) => other.major - one.major || other.minor - one.minor);
    expect(await read('README.md')).to.include(`older than ${newest?.major}.${newest?.minor}, npm warns`);
  });

  it('link only to files that exist', async () => {
    const files = (await readdir(PROJECT, { recursive: true })).filter(
      (file) => file.endsWith('.md') && !/node_modules|^\.data/.test(file),
    );
    for (const file of files) {
      const links = [...(await read(file)).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
      for (const link of links) {
        const target = path.resolve(PROJECT, path.dirname(file), link);
        expect(existsSync(target), `${file} links to ${link}`).to.equal(true);
      }
    }
  });
});

/** What the responses of the tour contain. */
const SHOWN = [
  '"kind":"api_key"',
  '"dry_run":true',
  '"version":2',
  '"total":1',
  '"slug":"shirts"',
  '"because":',
  '"fulfillment_status":"partially_fulfilled"',
  '"status":"cancelled"',
  '"status":"authorized"',
  '"object":"refund"',
  '"type":"refund_requested"',
  '"type":"note"',
  'id,number,status,payment_status',
  '"object":"user_export"',
  '"action":"user.erased"',
  '"object":"event"',
  '"object":"webhook_test"',
  '"error":"name_not_resolved"',
  '"object":"webhook_replay"',
  '"openapi"',
];
