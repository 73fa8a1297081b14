import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { applyListing, type Listing, listingsOf } from '../support/documents/guide-listings.ts';
import { expectProblem } from '../support/problems.ts';
import { type Caller, callerOf, ownerKeyOf } from '../support/servers/calls.ts';
import { createDatabase } from '../support/servers/postgres.ts';
import { killLeftovers, type SpawnedService, spawnService } from '../support/servers/spawn-service.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COPIED = ['src', 'config', 'docs/guides', 'docs/tour.md', 'package.json', 'tsconfig.json', 'biome.json'];

describe('the guide to a new capability', () => {
  let guide: string;
  let listings: readonly Listing[];
  let tree: string;

  before(async () => {
    guide = await readFile(path.join(ROOT, 'docs/add-a-capability.md'), 'utf8');
    listings = listingsOf(guide);
    tree = await mkdtemp(path.join(tmpdir(), 'add-a-capability-'));
    await Promise.all(COPIED.map((name) => cp(path.join(ROOT, name), path.join(tree, name), { recursive: true })));
    await symlink(path.join(ROOT, 'node_modules'), path.join(tree, 'node_modules'));
    for (const listing of listings) await applyListing(tree, listing);
  });
  after(() => rm(tree, { recursive: true, force: true }));

  /** Runs a tool in the copy, and fails with its output. */
  const run = async (tool: string, ...options: readonly string[]): Promise<void> => {
    const child = spawn(path.join(ROOT, 'node_modules/.bin', tool), options, {
      cwd: tree,
      env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    expect(code, output + errors).to.equal(0);
  };

  it('counts its files and lines', () => {
    const countOf = (kind: Listing['kind'], lines: RegExp) => {
      const counted = listings.filter((listing) => listing.kind === kind);
      return { files: counted.length, lines: counted.flatMap(({ text }) => text.match(lines) ?? []).length };
    };
    const added = countOf('new', /\n/g);
    const changed = countOf('diff', /^\+(?!\+\+ b)/gm);
    expect(guide).to.include(
      `The ${added.files} new files have ${added.lines} lines; the ${changed.files} changed files get ${changed.lines}.`,
    );
    expect(added.files + changed.files).to.be.at.most(14);
    expect(added.lines + changed.lines).to.be.at.most(260);
  });

  it('compiles', () => run('tsc', '-p', '.'));

  it('compiles as a pure core', () => run('tsc', '-p', 'config/tsconfig.core.json'));

  it('follows the rules of layers and style', () =>
    run('biome', 'check', '--error-on-warnings', ...listings.map(({ file }) => file)));

  const services = {
    memory: async () => ({ STORAGE: 'memory' }),
    PostgreSQL: async () => ({
      DATABASE_URL: await createDatabase(),
      SECRET_KEY: 'a secret key that only this test uses',
    }),
  };

  for (const [storage, settings] of Object.entries(services)) {
    describe(`as a service on ${storage}`, () => {
      let service: SpawnedService;
      let call: Caller;

      before(async () => {
        service = await spawnService(await settings(), tree, path.join(tree, 'src/commands/commerce.js'));
        call = callerOf(service.url, await ownerKeyOf(service.url));
      });
      after(async () => {
        try {
          expect(await service.end('SIGTERM')).to.include({ code: 0 });
        } finally {
          killLeftovers();
        }
      });

      const create = async (name: string) => {
        const created = await call('/api/brands', { method: 'POST', body: { name } });
        expect(created.status, created.text).to.equal(201);
        return created;
      };

      it('creates and returns a brand', async () => {
        const created = await create('Northwind');
        const { id } = created.json;
        expect(created.json).to.include({ object: 'brand', name: 'Northwind', version: 1 });
        expect(created.headers.get('location')).to.equal(`/api/brands/${id}`);
        const found = await call(`/api/brands/${id}`);
        expect([found.status, found.json]).to.deep.equal([200, created.json]);
        expectProblem(await call('/api/brands/brand_01h455vb4pex5vsknk084sn02q'), 404, 'not_found');
      });

      it('lists brands, all or by name', async () => {
        const { json } = await create('Contoso');
        const all = await call('/api/brands?limit=1&include_total=true');
        expect(all.json.data).to.deep.equal([json]);
        expect(all.json.total).to.be.at.least(1);
        expect((await call('/api/brands?name=Contoso')).json.data).to.deep.equal([json]);
        expect((await call('/api/brands?name=Fabrikam')).json).to.deep.equal({ data: [], next_cursor: null });
      });

      it('emits an event', async () => {
        const { json } = await create('Adventure Works');
        const [event] = (await call('/api/events?type=brand.created&limit=1')).json.data;
        expect(event).to.include({ type: 'brand.created', resource_id: json.id });
        expect(event.data).to.deep.equal(json);
      });

      it('rejects calls without the scope, and bodies without a name', async () => {
        const issued = await call('/api/auth/keys', {
          method: 'POST',
          body: { name: 'reader', scopes: ['brands:read'] },
        });
        const { key } = issued.json;
        expect((await call('/api/brands', { key })).status).to.equal(200);
        expectProblem(
          await call('/api/brands', { method: 'POST', body: { name: 'X' }, key }),
          403,
          'insufficient_scope',
        );
        expectProblem(await call('/api/brands', { key: null }), 401, 'authentication_required');
        expectProblem(await call('/api/brands', { method: 'POST', body: {} }), 422, 'validation_failed');
      });

      it('documents its operations and its webhook', async () => {
        const { paths, webhooks } = (await call('/api/openapi.json')).json;
        expect(paths['/api/brands']).to.have.all.keys('get', 'post');
        expect(webhooks).to.have.property('brand.created');
      });
    });
  }
});
