import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../../..');
const ENVIRONMENT = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** The address in the file. */
const ADDRESS = 'http://127.0.0.1:3000';

describe('the Arazzo description of the tour', () => {
  let app: TestApp;
  let directory: string;

  before(async () => {
    app = await startApp();
    directory = await mkdtemp(path.join(tmpdir(), 'arazzo-'));
    const description = await readFile(path.join(ROOT, 'docs/tour.arazzo.yaml'), 'utf8');
    await writeFile(path.join(directory, 'tour.arazzo.yaml'), description.replaceAll(ADDRESS, app.url));
  });
  after(async () => {
    await app.stop();
    await rm(directory, { recursive: true });
  });

  const redocly = (command: string, ...options: readonly string[]) =>
    run(
      process.execPath,
      [path.join(ROOT, 'node_modules/@redocly/cli/bin/cli.js'), command, 'tour.arazzo.yaml', ...options],
      {
        env: ENVIRONMENT,
        cwd: directory,
      },
    );

  const respect = async (inputs: Record<string, string>) => {
    const given = Object.entries(inputs).flatMap(([name, value]) => ['--input', `${name}=${value}`]);
    const report = path.join(directory, 'report.json');
    await redocly('respect', ...given, '--json-output', report);
    return JSON.parse(await readFile(report, 'utf8'));
  };

  it('is valid', async () => {
    const { stdout } = await redocly('lint', '--format=json');
    expect(JSON.parse(stdout).totals, stdout).to.deep.include({ errors: 0, warnings: 0 });
  });

  it('runs as often as one likes, with responses that the OpenAPI document describes', async () => {
    for (const name of ['first', 'second']) {
      const { files, status } = await respect({ password: app.ownerPassword, run: name });
      expect(status).to.equal('success');
      // a step that waits for a refund is repeated
      expect(files['tour.arazzo.yaml'].totalRequests).to.be.at.least(24);
    }
  });

  it('fails where the service refuses a step', async () => {
    const refused = await respect({ password: 'another password', run: 'third' }).then(
      () => undefined,
      ({ stdout, stderr }) => stdout + stderr,
    );
    expect(refused).to.include('sign-in').and.include('401');
  });
});
