import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from 'chai';
import { MemoryMailer } from '#adapters/memory/mails/mailer.ts';
import { makeSmtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import { makeConsoleMailer } from '#adapters/system/console-mailer.ts';
import type { Mail } from '#core/shared/mail.ts';
import { aLog } from '../../support/log.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import { mailerContract } from './mailer.contract.ts';

const from = 'Shop <shop@example.com>';
const MAIL: Mail = { to: 'ada@example.com', subject: 'Hello', text: 'A secret token\n' };

/** The mail in a block of the console. */
const shown = (block: string): Mail => {
  const lines = block
    .trim()
    .split('\n')
    .map((line) => line.replace(/^\s*\| ?/, ''));
  const end = lines.indexOf('');
  const headers = lines.slice(0, end).join('\n');
  const [, to = '', subject = ''] = /^To: (.*?)\nSubject: (.*)$/s.exec(headers) ?? [];
  return { to, subject, text: `${lines.slice(end + 1).join('\n')}\n` };
};

mailerContract('memory', async () => {
  const mailer = new MemoryMailer();
  return { mailer, received: () => mailer.sent, close: async () => {} };
});

mailerContract('SMTP', async () => {
  const server = await startMailServer();
  const mailer = makeSmtpMailer({ url: server.url, from: async () => from });
  return { mailer, received: () => server.received, close: () => server.close() };
});

mailerContract('console', async () => {
  const blocks: string[] = [];
  const mailer = makeConsoleMailer(aLog().log, (text) => blocks.push(text));
  return { mailer, received: () => blocks.map(shown), close: async () => {} };
});

describe('mail by SMTP', () => {
  it('has a plain-text and an HTML part if there is HTML', async () => {
    const server = await startMailServer();
    const mail = { ...MAIL, html: `<!doctype html>\n<p>A secret token ${'ä'.repeat(30)}</p>\n` };
    await makeSmtpMailer({ url: server.url, from: async () => from }).send(mail);
    expect(server.received).to.deep.equal([mail]);
    await server.close();
  });

  it('hides the server’s text of a rejection, which may contain personal data', async () => {
    const server = await startMailServer();
    server.reject(1);
    const mailer = makeSmtpMailer({ url: server.url, from: async () => from });
    const failure = await mailer.send(MAIL).catch((error: Error) => error);
    expect(failure).to.be.an('error').with.property('message', 'SMTP failed with EMESSAGE 450.');
    expect(Object.keys(failure as Error)).to.deep.equal([]);
    await mailer.send(MAIL);
    expect(server.received).to.have.length(1);
    await server.close();
  });

  it('sends nothing to a server without TLS where it is required', async () => {
    const server = await startMailServer();
    const mailer = makeSmtpMailer({ url: server.url, from: async () => from, requireTls: true });
    const failure = await mailer.send(MAIL).catch((error: Error) => error.message);
    expect(failure).to.match(/^SMTP failed with ETLS/);
    expect(server.received).to.deep.equal([]);
    await server.close();
  });

  it('fails with the cause when no server responds', async () => {
    const mailer = makeSmtpMailer({ url: 'smtp://127.0.0.1:1', from: async () => from });
    const failure = await mailer.send(MAIL).catch((error: Error) => error.message);
    expect(failure).to.equal('SMTP failed with ESOCKET: connect ECONNREFUSED 127.0.0.1:1.');
  });

  it('times out when the server accepts and stays silent', async () => {
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address() as { port: number };
    const mailer = makeSmtpMailer(
      { url: `smtp://127.0.0.1:${address.port}`, from: async () => from },
      { greetingTimeout: 100 },
    );
    const failure = await mailer.send(MAIL).catch((error: Error) => error.message);
    expect(failure).to.equal('SMTP failed with ETIMEDOUT.');
    silent.close();
  });
});

describe('mail by a slow SMTP server', () => {
  it('times out overall although the server keeps responding', async () => {
    const dripping = createServer((socket) => {
      const drip = setInterval(() => socket.write('2'), 20);
      socket.on('close', () => clearInterval(drip)).on('error', () => {});
    }).listen(0, '127.0.0.1');
    await once(dripping, 'listening');
    const { port } = dripping.address() as { port: number };
    const mailer = makeSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: async () => from }, { wholeMs: 200 });
    const failure = await mailer.send(MAIL).catch((error: Error) => error.message);
    expect(failure).to.equal('SMTP failed with ETIMEDOUT.');
    dripping.close();
  });
});

describe('mail on the console', () => {
  it('appears in no log line', async () => {
    const { log, lines } = aLog();
    const mailer = makeConsoleMailer(log, () => {});
    await mailer.send(MAIL);
    expect(JSON.stringify(lines))
      .to.include('mail shown')
      .and.not.match(/secret|ada@/);
  });
});
