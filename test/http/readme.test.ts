import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const README = path.resolve(import.meta.dirname, '../../README.md');

// a failed request ends the tour, and each command is printed before it runs
const PRELUDE = 'set -euo pipefail; curl() { command curl --fail-with-body --show-error "$@"; }; set -x';

describe("the README's tour", () => {
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

  it('works as written', async function () {
    if (spawnSync('curl', ['--version']).status !== 0) return this.skip();
    const readme = await readFile(README, 'utf8');
    const tour = readme.slice(readme.indexOf('## Tour'), readme.indexOf('## Settings'));
    const blocks = [...tour.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
    const env = { ...process.env, URL: app.url, PASSWORD: app.ownerPassword };
    const shell = spawn('bash', ['-c', [PRELUDE, ...blocks].join('\n')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [output, trace, [exitCode]] = await Promise.all([
      text(shell.stdout),
      text(shell.stderr),
      once(shell, 'close'),
    ]);
    expect(exitCode, trace.slice(-2000)).to.equal(0);
    for (const shown of [
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
    ]) {
      expect(output.replaceAll(' : ', ':').includes(shown), shown).to.equal(true);
    }
    const operations = (await app.call('/api/openapi.json')).json.paths;
    const shownPaths = Object.keys(operations).filter((at) => tour.includes(at.replace(/\/\{id\}.*/, '')));
    expect(shownPaths).to.deep.equal(Object.keys(operations));
  });
});
