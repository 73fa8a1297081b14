import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { createDatabase } from '../../support/servers/postgres.ts';
import { spawnService } from '../../support/servers/spawn-service.ts';

const RECORDER = pathToFileURL(path.join(import.meta.dirname, '../../support/run-recording-modules.ts')).href;

/** Each takes time at the start and memory afterwards, and few requests or settings need it. */
const ON_DEMAND = [
  ...['undici', 'stripe', 'pdfkit', 'xmlbuilder2', 'nodemailer', 'otplib', 'marked', 'csv-parse', 'hyparquet-writer'],
  ...['@nats-io', '@redis/client', '@simplewebauthn/server', '@zxcvbn-ts', 'esbuild-wasm', 'swagger-ui-dist'],
  ...['date-holidays', 'sanitize-html', 'postcss', '@opentelemetry/core', '@opentelemetry/sdk-trace-base'],
].map((name) => `/node_modules/${name}/`);

const OWN_ON_DEMAND = [
  ...[
    '/src/adapters/memory/storage.ts',
    '/src/adapters/payment-gateways/stripe/',
    '/src/adapters/tracing/otlp-export.ts',
  ],
];

/** Node's own fetch. */
const FETCH = 'NativeModule internal/deps/undici/undici';

/** A start takes 0.3 ms for each. Raise it only for what every start needs. */
const MAX_MODULES = 2_350;

describe('the start of a service', () => {
  let folder: string;
  let modules: readonly string[];

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'modules-'));
    const file = path.join(folder, 'modules.json');
    const service = await spawnService({
      DATABASE_URL: await createDatabase(),
      DATA_DIR: folder,
      NODE_OPTIONS: `--import=${RECORDER}`,
      MODULES_FILE: file,
    });
    expect((await fetch(`${service.url}/health/ready`)).status).to.equal(200);
    expect(await service.end('SIGTERM')).to.include({ code: 0 });
    modules = JSON.parse(await readFile(file, 'utf8'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const part of [...ON_DEMAND, ...OWN_ON_DEMAND]) {
    it(`loads nothing of ${part}`, () => {
      expect(modules.filter((name) => name.includes(part))).to.deep.equal([]);
    });
  }

  it('does not load Node’s fetch, even for a check of its health', () => {
    expect(modules).not.to.include(FETCH);
  });

  it(`loads at most ${MAX_MODULES} modules`, () => {
    const files = modules.filter((name) => name.startsWith('file:'));
    expect(files).to.satisfy((all: string[]) => all.some((name) => name.endsWith('/src/composition/service.ts')));
    expect(files.length).to.be.at.most(MAX_MODULES);
  });
});
