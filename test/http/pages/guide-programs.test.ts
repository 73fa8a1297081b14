import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { compileProject, linkClient, makeProject } from '../../support/documents/client-project.ts';
import { blocksOf, GUIDES, readGuide, serveMailedTokens } from '../../support/documents/document-commands.ts';
import { commandsWithoutProgram, guideProgram } from '../../support/documents/guide-program.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import type { Receiver } from '../../support/servers/receivers.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const run = promisify(execFile);

/** The guides with TypeScript. */
const PROGRAMS = [...GUIDES, 'errors'];

/** Has a webhook sent to the receiver of the guide, signed and not, and ends it. */
const SEND_WEBHOOKS = `
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

process.env['WEBHOOK_SECRET'] = webhook.secret;
if (!receiver.listening) await once(receiver, 'listening');
const address = \`http://127.0.0.1:\${(receiver.address() as AddressInfo).port}\`;
await client.patch('/api/webhooks/{id}', { path: { id: webhook.id }, body: { url: address } });
const signed = await client.post('/api/webhooks/{id}/test', { path: { id: webhook.id } });
const forged = await fetch(address, { method: 'POST', body: '{}' });
console.log('webhooks', signed.response_code, forged.status);
receiver.close();
`;

describe('the TypeScript of the guides', () => {
  let app: TestApp;
  let mails: MailServer;
  let mailedTokens: Receiver;
  let project: string;

  before(async () => {
    mails = await startMailServer();
    mailedTokens = await serveMailedTokens(mails);
    app = await startApp({ SMTP_URL: mails.url });
    project = await makeProject();
    await linkClient(project);
  });
  after(async () => {
    await app.stop();
    await mails.close();
    mailedTokens.close();
    await rm(project, { recursive: true });
  });

  it('is a program that compiles strictly and works as written', async () => {
    const program = guideProgram(await Promise.all(PROGRAMS.map(readGuide)));
    expect(program.match(/MAILS/g)).to.have.length(2);
    await writeFile(path.join(project, 'guides.ts'), program.replace('listen(4000)', 'listen(0)') + SEND_WEBHOOKS);
    expect(await compileProject(project)).to.equal('');
    const env = { ...process.env, URL: app.url, PASSWORD: app.ownerPassword, MAILS: mailedTokens.url };
    const { stdout } = await run(process.execPath, ['guides.js'], { cwd: project, env });
    for (const shown of SHOWN) expect(stdout).to.match(shown);
  });

  it('is there for each command that calls the API', async () => {
    for (const name of GUIDES) {
      const guide = await readGuide(name);
      expect(blocksOf(guide, 'sh'), name).to.not.be.empty;
      expect(commandsWithoutProgram(guide), name).to.deep.equal([]);
    }
  });
});

/** What the program prints, in the order of the guides. */
const SHOWN = [
  /^\[ 'product\.created' \]$/m,
  /^new-ada-\d+@example\.com$/m,
  /^user_export$/m,
  /^10\.48 60\.38$/m,
  /cancelled_quantity: 1,\s+returned_quantity: 1,/,
  /^return approved$/m,
  /^Team, monthly 12$/m,
  /^258\.2\nINV-\d+\n\d{4,}\npaid$/m,
  /^whsec_/m,
  /^insufficient_stock \[/m,
  /^webhooks 204 400$/m,
];
