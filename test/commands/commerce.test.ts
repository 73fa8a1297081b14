import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import manifest from '../../package.json' with { type: 'json' };

const COMMERCE = path.resolve(import.meta.dirname, '../..', manifest.bin);

/** Prints the limit of the heap in MiB when the process ends. */
const PRINT_LIMIT = `data:text/javascript,import v8 from 'node:v8';
process.on('exit', () => process.stderr.write(String(v8.getHeapStatistics().heap_size_limit / 2 ** 20)));`;

const run = (args: readonly string[], { options = [] }: Readonly<{ options?: readonly string[] }> = {}) =>
  spawnSync(process.execPath, [...options, COMMERCE, ...args], {
    cwd: tmpdir(),
    env: { NODE_OPTIONS: `--import=${encodeURI(PRINT_LIMIT)}` },
    encoding: 'utf8',
  });

describe('commerce', () => {
  it('lists its commands, which the scripts of npm run by their names', () => {
    const { status, stdout } = run([]);
    expect(status).to.equal(0);
    const commands = [...stdout.matchAll(/^ {2}([\w-]+) +\S/gm)].map(([, name]) => name);
    const scripts = Object.values(manifest.scripts).flatMap((script) => /commerce\.js (.+)$/.exec(script)?.[1] ?? []);
    expect(commands).to.have.members([...new Set(scripts)]);
    expect(run(['help']).stdout).to.equal(stdout);
  });

  it('rejects what is no command', () => {
    const { status, stderr } = run(['toString']);
    expect(status).to.equal(1);
    expect(stderr).to.include('There is no command toString.\nUsage: commerce COMMAND\n');
  });

  it('runs a command with the heap that the command needs, unless the operator gives Node flags', () => {
    const limit = (options: readonly string[]): number => Number(run(['export', '--help'], { options }).stderr);
    expect(limit([])).to.be.within(160, 200);
    expect(limit(['--max-old-space-size=300'])).to.be.at.least(300);
  });
});
