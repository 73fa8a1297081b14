import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import sharp from 'sharp';
import { buildFolder, commandOf, readDockerfile, type Stage, variablesOf } from '../../support/documents/dockerfile.ts';
import { callerOf, ownerKeyOf } from '../../support/servers/calls.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { killLeftovers, type SpawnedService, spawnService } from '../../support/servers/spawn-service.ts';

const CACHE = 'node_modules/.cache/commerce';

const filesOf = (folder: string): Promise<readonly string[]> => readdir(folder, { recursive: true });

describe('the image', () => {
  let stages: readonly Stage[];
  let build: Stage;
  let runtime: Stage;
  let directory: string;
  let folder: string;
  let service: SpawnedService;
  /** How many files the installation has written to the cache. */
  let cached: number;

  before(async function () {
    this.timeout(180_000);
    stages = await readDockerfile('docker/Dockerfile');
    [build, runtime] = stages as [Stage, Stage];
    directory = await mkdtemp(path.join(tmpdir(), 'image-'));
    folder = await buildFolder(stages, directory);
    cached = (await filesOf(path.join(folder, CACHE))).length;
    const [, file = '', ...args] = commandOf(runtime);
    expect(args).to.deep.equal(['start']);
    const settings = {
      ...variablesOf(runtime),
      ...{ HOST: '127.0.0.1', PORT: '0', DATA_DIR: path.join(directory, 'data') },
      ...{ DATABASE_URL: await createDatabase(), SECRET_KEY: 'a secret key of the service in an image' },
    };
    service = await spawnService(settings, directory, path.join(folder, file));
  });
  after(async () => {
    await service?.end('SIGTERM');
    killLeftovers();
    await rm(directory, { recursive: true, force: true });
  });

  const get = (url: string) => fetch(new URL(url, service.url));

  it('is of one version of Node, and runs as the user who has compiled its code', () => {
    expect(new Set(stages.map(({ image }) => image)).size).to.equal(1);
    const userOf = (stage: Stage, command: string) => {
      const at = stage.instructions.findIndex(({ text }) => text.includes(command));
      return stage.instructions.slice(0, at).findLast(({ name }) => name === 'USER')?.text;
    };
    expect([userOf(build, 'compile.js'), userOf(runtime, 'start')]).to.deep.equal(['node', 'node']);
  });

  it('has the packages of a running service, and none that only the build needs', async () => {
    const npm = await promisify(execFile)('npm', ['ls', '--all', '--omit=dev', '--json'], { cwd: folder }).catch(
      ({ stdout }) => ({ stdout }),
    );
    const problems: string[] = JSON.parse(npm.stdout).problems ?? [];
    const words = variablesOf(build)['BUILD_ONLY']?.split(' ') ?? [];
    expect(words).to.include('esbuild-wasm');
    // a package on the list that nothing else needs is missing, and what it alone needs must be on the list too
    const unexpected = problems.filter((problem) => {
      const name = problem.match(/^missing: (\S[^@]*)@/)?.[1];
      return !words.some((word) => name === word || name?.startsWith(`${word}/`));
    });
    expect(unexpected).to.deep.equal([]);
    for (const word of words) expect(await readdir(path.join(folder, 'node_modules'))).not.to.include(word);
  });

  it('serves health, the dashboard, the reference and the guides', async () => {
    expect((await get('/health/ready')).status).to.equal(200);
    const page = await (await get('/dashboard')).text();
    const [, script = ''] = /src="(\/dashboard\/assets\/main-\w+\.js)"/.exec(page) ?? [];
    const asset = await get(script);
    expect([asset.status, (await asset.text()).length > 10_000]).to.deep.equal([200, true]);
    for (const path of ['/docs', '/docs/guides/storefront', '/api/openapi.json']) {
      expect((await get(path)).status, path).to.equal(200);
    }
  });

  it('makes smaller copies of images and documents of invoices', async () => {
    const call = callerOf(service.url, await ownerKeyOf(service.url));
    const create = async (path: string, body: object | Buffer, headers = {}) =>
      (await call(path, { method: 'POST', body, headers })).json;
    const picture = sharp({ create: { width: 700, height: 350, channels: 3, background: '#1e90ff' } }).jpeg();
    const { url } = await create('/api/images', await picture.toBuffer(), { 'Content-Type': 'image/jpeg' });
    const { media } = await create('/api/products', { name: 'A blue thing', price: 5, media: [{ url }] });
    const { webp } = media[0].sizes[0];
    const copy = await get(new URL(webp).pathname);
    expect([copy.status, copy.headers.get('content-type')]).to.deep.equal([200, 'image/webp']);
    const user = await create('/api/users', { email: 'buyer@example.com' });
    const invoice = await create('/api/invoices', {
      user_id: user.id,
      lines: [{ description: 'Advice', unit_price: 9 }],
    });
    await create(`/api/invoices/${invoice.id}/finalize`, {});
    const document = await call(`/api/invoices/${invoice.id}/pdf`);
    expect([document.status, document.text.slice(0, 5)]).to.deep.equal([200, '%PDF-']);
  });

  it('needs no writable folder beside its data: its code is compiled, and its dashboard bundled', async () => {
    expect((await service.end('SIGTERM')).code).to.equal(0);
    const folders = await readdir(path.join(folder, CACHE));
    expect(folders.map((name) => name.split('-')[0]).sort()).to.deep.equal(['dashboard', 'docs', process.version]);
    const count = (await filesOf(path.join(folder, CACHE))).length;
    // only of what the requests before import
    expect(count - cached).to.be.below(cached / 20);
  });
});
