import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { expect } from 'chai';
import { build, stop } from 'esbuild-wasm';
import { createKey, createProduct } from '../../support/builders/resources.ts';
import { compileProject, makeProject } from '../../support/documents/client-project.ts';
import { blocksOf } from '../../support/documents/document-commands.ts';
import { pack } from '../../support/documents/pack.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../../..');
const CLIENT = path.join(ROOT, 'packages/client');
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const MAX_BYTES = 15_000;

/** Sends the receiver of the README a signed webhook and a forged one, and ends it. */
const SEND_WEBHOOKS = `
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

if (!receiver.listening) await once(receiver, 'listening');
const timestamp = String(Math.floor(Date.now() / 1000));
const content = JSON.stringify({ type: 'order.paid', data: { number } });
const hmac = createHmac('sha256', Buffer.alloc(32, 1)).update(\`evt_1.\${timestamp}.\${content}\`).digest('base64');
for (const signature of [hmac, 'AAAA']) {
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': \`v1,\${signature}\` };
  const { port } = receiver.address() as AddressInfo;
  const response = await fetch(\`http://127.0.0.1:\${port}\`, { method: 'POST', headers, body: content });
  console.log('webhook', response.status);
}
receiver.close();
`;

onStorage('memory', 'the package of the client', ({ app }) => {
  let project: string;

  before(async () => {
    project = await makeProject();
    const packages = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) =>
      pack(path.join(ROOT, 'node_modules', name), project, '--ignore-scripts'),
    );
    const archives = [await pack(CLIENT, project), ...(await Promise.all(packages))];
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...archives], { cwd: project });
  });
  after(() => rm(project, { recursive: true }));

  it('compiles in a strict project and runs the examples of its README', async () => {
    const readme = await readFile(path.join(CLIENT, 'README.md'), 'utf8');
    const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
    await createProduct(app(), { category: 'Shirts', stock: 5 });
    const code = blocksOf(readme, 'ts')
      .join('\n')
      .replaceAll('https://shop.example', app().url)
      .replaceAll('cpk_pub_…', key)
      .replace('listen(4000)', 'listen(0)');
    await writeFile(path.join(project, 'readme.ts'), code + SEND_WEBHOOKS);
    await writeFile(path.join(project, 'products.csv'), 'sku,name,price\r\nREADME,Scarf,29\r\n');
    expect(await compileProject(project)).to.equal('');
    const env = { ...process.env, COMMERCE_KEY: app().ownerKey, WEBHOOK_SECRET: SECRET };
    const { stdout } = await run(process.execPath, ['readme.js'], { cwd: project, env });
    expect(stdout).to.match(/^pay at http:\S+\/pay\/cpp_\w+/m);
    expect(stdout).to.match(/^insufficient_stock [\w-]+ \[/m);
    expect(stdout)
      .to.match(/^Linen shirt 44.9$/m)
      .and.match(/^1 0$/m);
    expect(stdout)
      .to.match(/^evt_\w+ \d+$/m)
      .and.match(/^paid \d+\nwebhook 204\nwebhook 400$/m);
  });

  it('has nothing but its modules and types, and imports nothing of Node', async () => {
    const { stdout } = await run('find', ['.', '-type', 'f'], {
      cwd: path.join(project, 'node_modules/commerce-client'),
    });
    const files = stdout.trim().split('\n');
    expect(
      files.filter((file) => !/^\.\/(dist\/[\w-]+\.(js|d\.ts)|package\.json|README\.md)$/.test(file)),
    ).to.deep.equal([]);
    expect(files).to.include.members(['./dist/index.js', './dist/webhooks.d.ts', './dist/events.js']);
  });

  it('is under 15 kB in a page, compressed', async () => {
    const entry = "export * from 'commerce-client';";
    const { outputFiles } = await build({
      stdin: { contents: entry, resolveDir: project },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
    });
    await stop();
    expect(brotliCompressSync(outputFiles[0]?.contents ?? Buffer.alloc(MAX_BYTES)).length).to.be.below(MAX_BYTES);
  });
});
