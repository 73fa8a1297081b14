import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { demoProducts } from '#demo-shop/demo-products.ts';
import { DEPARTMENTS } from '#demo-shop/departments.ts';
import { CODES } from '#demo-shop/year/rules.ts';
import { USD } from '../../support/builders/builders.ts';
import {
  blocksOf,
  firstCalls,
  guideCommands,
  PROJECT,
  RUN_TOUR,
  readDocument as read,
  runScript,
  serveMailedTokens,
} from '../../support/documents/document-commands.ts';
import { settingsDocuments } from '../../support/documents/settings-documents.ts';
import { eventually } from '../../support/eventually.ts';
import { IS_LONG } from '../../support/extent.ts';
import { installed } from '../../support/installed.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import type { Receiver } from '../../support/servers/receivers.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const variablesOf = ({ url, ownerPassword }: TestApp) => ({ URL: url, PASSWORD: ownerPassword });

describe('the documents', () => {
  let app: TestApp;
  let mails: MailServer;
  let mailedTokens: Receiver;

  before(async () => {
    mails = await startMailServer();
    mailedTokens = await serveMailedTokens(mails);
    app = await startApp({ SMTP_URL: mails.url });
  });
  after(async () => {
    await app.stop();
    await mails.close();
    mailedTokens.close();
  });

  // the run's notice names curl if it is missing
  if (installed('curl') !== undefined) {
    it('have a README of at most 6 kB, whose commands work as written', async () => {
      const readme = await read('README.md');
      expect(Buffer.byteLength(readme)).to.be.at.most(6_000);
      const [start, tests, ...blocks] = blocksOf(readme, 'sh');
      expect([start, tests]).to.deep.equal(['npm ci && npm start\n', 'npm ci && npm test\n']);
      expect(blocks).to.have.length(6);
      const { code, output, errors } = await runScript(await firstCalls(), variablesOf(app));
      expect(code, errors + output).to.equal(0);
      expect(output).to.include('"status":"succeeded"').and.include('"type":"order.paid"');
    });

    it('have guides whose commands work as written, in one shell', async () => {
      const commands = await guideCommands();
      expect(commands.match(/^MAILED_TOKEN=.*$/gm)).to.have.length(2);
      const { code, output, errors } = await runScript(commands, { ...variablesOf(app), MAILS: mailedTokens.url });
      expect(code, errors + output).to.equal(0);
      for (const shown of SHOWN_BY_GUIDES) expect(output).to.include(shown);
    });

    it('show an event with the members that events have', async () => {
      const [json = ''] = blocksOf(await read('docs/guides/webhooks.md'), 'json');
      const shown = JSON.parse(json);
      const [event] = (await app.call(`/api/events?type=${shown.type}&limit=1`)).json.data;
      expect(Object.keys(shown)).to.deep.equal(Object.keys(event));
      expect(event.data).to.include.all.keys(Object.keys(shown.data));
      expect(event.previous).to.include.all.keys(Object.keys(shown.previous));
    });

    it('have a tour of every operation that runs as often as one likes', async () => {
      expect(await read('docs/tour.md')).to.include(RUN_TOUR);
      const tour = await runScript(RUN_TOUR, variablesOf(app));
      expect(tour.code, tour.errors + tour.output.slice(-2000)).to.equal(0);
      for (const shown of SHOWN_BY_TOUR)
        expect(tour.output.replaceAll(' : ', ':').includes(shown), shown).to.equal(true);
      const answers = [...(await read('docs/tour.md')).matchAll(/^ask [^`]*\n```\n\n```text\n([^`]+)```$/gm)];
      expect(answers).to.have.length(3);
      for (const [, answer = ''] of answers) expect(tour.output).to.include(`\n${answer}`);
      const operations = Object.keys((await app.call('/api/openapi.json')).json.paths);
      const commands = await read('docs/tour.md');
      const shown = operations.filter((at) => commands.includes(at.replace(/\/\{id\}.*/, '')));
      expect(shown).to.deep.equal(operations);
      if (!IS_LONG) return;
      const again = await runScript(RUN_TOUR, variablesOf(app));
      expect(again.code, again.errors + again.output.slice(-2000)).to.equal(0);
    });

    it('have a tour that ends at the first failing request, with the request and its response', async () => {
      const password = 'a wrong password';
      const { code, errors } = await runScript(RUN_TOUR, { URL: app.url, PASSWORD: password });
      expect(code).to.not.equal(0);
      const body = { email: 'owner@example.com', password };
      const { status, json } = await app.call('/api/auth', { method: 'POST', key: null, body });
      expect(errors).to.include(`POST ${app.url}/api/auth: ${status}`);
      expect(errors).to.include(`missing: token in {`).and.include(`"detail":"${json.detail}"`);
    });

    it('have a tour that shows the fields that a failing request has wrong', async () => {
      const tour = await read('docs/tour.md');
      const [, functions = ''] = blocksOf(tour, 'sh')[0]?.match(/^(.*)^RUN=/ms) ?? [];
      const request = `curl "$URL/api/auth" -H 'Content-Type: application/json' -d '{"email": 5}'`;
      const { code, output, errors } = await runScript(`set -euo pipefail\n${functions}\n${request}`, variablesOf(app));
      expect(code).to.not.equal(0);
      expect(output).to.include('"pointer":"/email"');
      expect(errors).to.match(/^POST http:\S+\/api\/auth: 4\d\d$/m);
    });
  }

  it('name nothing that the demo shop names too', async () => {
    const files = (await readdir(path.join(PROJECT, 'docs/guides'))).map((file) => `docs/guides/${file}`);
    const commands = (await Promise.all(['README.md', 'docs/tour.md', ...files].map(read)))
      .flatMap((document) => blocksOf(document, 'sh'))
      .join('\n');
    const named = (member: string) => [...commands.matchAll(new RegExp(`"${member}": "([^"\\n]+)"`, 'g'))];
    const categories = DEPARTMENTS.flatMap(({ name, assortments }) => [
      name,
      ...assortments.map((each) => each.category),
    ]);
    const products = demoProducts({ seed: 1, currency: USD }, 2_000).flatMap(({ fields, variants }) => [
      fields,
      ...variants,
    ]);
    const taken = new Set([
      ...categories,
      ...products.flatMap(({ name, sku }) => [name, sku ?? name]),
      ...Object.values(CODES),
    ]);
    expect(named('category').map(([, name]) => name)).to.include('Shirts');
    const all = ['name', 'category', 'sku', 'code'].flatMap(named).flatMap(([, name = '']) => name);
    expect(all.filter((name) => taken.has(name))).to.deep.equal([]);
  });

  it('have commands of at most 90 columns', async () => {
    const files = (await readdir(path.join(PROJECT, 'docs'), { recursive: true })).filter((file) =>
      file.endsWith('.md'),
    );
    for (const file of ['README.md', ...files.map((name) => `docs/${name}`)]) {
      const lines = blocksOf(await read(file), 'sh').flatMap((block) => block.split('\n'));
      expect(
        lines.filter((line) => line.length > 90),
        file,
      ).to.deep.equal([]);
    }
  });

  it('have a receiver that accepts signed deliveries and rejects others', async () => {
    const [receiver = ''] = blocksOf(await read('docs/guides/webhooks.md'), 'js');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const body = { url, events: ['order.paid'] };
    const { id, secret } = (await app.call('/api/webhooks', { method: 'POST', body })).json;
    const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
    const child = spawn(process.execPath, ['--input-type=module', '--eval', receiver], { cwd: PROJECT, env });
    try {
      await eventually('it listens', () => fetch(url).then(Boolean, () => false));
      const { json } = await app.call(`/api/webhooks/${id}/test`, { method: 'POST' });
      expect(json).to.include({ status: 'succeeded', response_code: 204 });
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).to.equal(400);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('list the settings as `npm run settings` writes them', async () => {
    for (const [file, text] of settingsDocuments()) expect(await read(file), file).to.equal(text);
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

/** What the responses of the guides contain. */
const SHOWN_BY_GUIDES = [
  '"emits"',
  '"total":',
  '"status":"succeeded"',
  '"pending_email":"new-',
  '"user_export"',
  '"cancelled_quantity":1',
  '"returned_quantity":1',
];

/** What the responses of the tour contain. */
const SHOWN_BY_TOUR = [
  '"kind":"api_key"',
  '"dry_run":true',
  '"version":2',
  '"total":1',
  '"slug":"shirts"',
  '"because":',
  '"fulfillment_status":"partially_fulfilled"',
  '"status":"cancelled"',
  '"cancelled_quantity":1',
  '"status":"received"',
  '"object":"cart"',
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
