import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { callerOf } from '../support/servers/calls.ts';

const START = path.join(import.meta.dirname, '../../src/commands/commerce.js');

describe('the command that starts the storefront', () => {
  let child: ChildProcess | undefined;

  const start = (port: string) => {
    const started = spawn(process.execPath, [START, 'storefront'], {
      env: { PATH: process.env['PATH'], STOREFRONT_PORT: port },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    return started;
  };

  afterEach(() => void child?.kill('SIGKILL'));

  it('serves the page with a publishable key of its origin, and ends with a signal', async () => {
    const started = start('0');
    const ended = once(started, 'exit');
    started.stderr.resume();
    const url = await new Promise<string>((resolve) => {
      createInterface({ input: started.stdout }).on('line', (line) => {
        const [, found] = /^ {2}Shop +(\S+)$/.exec(line) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    const page = await fetch(`${url}/orders/some`);
    expect(page.headers.get('content-security-policy')).to.match(
      /^default-src 'none'; script-src 'self' 'sha256-[^']+'; /,
    );
    expect(await page.text()).to.include('<script type="module" src="/main.ts">');
    const script = await fetch(`${url}/main.ts`);
    expect(script.headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
    expect(await script.text()).to.not.include('type Render');
    for (const [file, status] of [
      ['/missing.css', 404],
      ['/..%2fstart.ts', 404],
      ['/%2e%2e/start.ts', 404],
      ['/README.md', 404],
    ] as const) {
      expect((await fetch(url + file)).status, file).to.equal(status);
    }
    const { apiUrl, publishableKey } = JSON.parse(await (await fetch(`${url}/config.json`)).text());
    const call = callerOf(apiUrl, publishableKey);
    const products = (origin: string) => call('/api/products', { headers: { Origin: origin } });
    expect([(await products(url)).status, (await products('https://evil.example')).status]).to.deep.equal([200, 403]);
    expect((await call('/api/orders')).status).to.equal(403);
    started.kill('SIGINT');
    expect((await ended)[0]).to.equal(0);
  });

  it('says what is wrong with its port', async () => {
    const started = start('many');
    const [errors, [code]] = await Promise.all([text(started.stderr), once(started, 'exit')]);
    expect(code).to.equal(1);
    expect(errors).to.equal('STOREFRONT_PORT must be a port from 0 to 65535; 0 takes a free one.\n');
  });
});
