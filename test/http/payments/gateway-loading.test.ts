import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { loadGateway } from '#adapters/external/load-gateway.ts';
import { ModuleError } from '#adapters/external/load-module.ts';
import { StartError } from '#composition/start-error.ts';
import { Money } from '#core/shared/money.ts';
import { aLog } from '../../support/log.ts';
import { useModuleFolder } from '../../support/module-folder.ts';
import { callerOf, ownerKeyOf } from '../../support/servers/calls.ts';
import { spawnFailingService, spawnService } from '../../support/servers/spawn-service.ts';
import { startApp } from '../../support/servers/start-app.ts';

/** The source of a gateway that accepts everything. */
const sourceOf = (name: string, { without = '' } = {}): string => `
  const gateway = {
    name: ${JSON.stringify(name)},
    isManual: false,
    tokenError: () => undefined,
    authorize: async ({ key }) => ({ kind: 'captured', reference: key }),
    capture: async () => ({ kind: 'captured', isClosed: true }),
    void: async () => ({ kind: 'voided' }),
    refund: async ({ key }) => ({ kind: 'refunded', reference: key }),
    lookUp: async () => ({ kind: 'not_found' }),
    verify: async () => ({ kind: 'refused', why: 'is not expected' }),
  };
  delete gateway[${JSON.stringify(without)}];
  export const createGateway = async () => gateway;`;

const METHODS = ['tokenError', 'authorize', 'capture', 'void', 'refund', 'lookUp', 'verify'];

describe('an external gateway module', () => {
  const { folder, write } = useModuleFolder();

  /** The names of the gateways of a service that is started in the folder. */
  const gatewayNamesOf = async (settings: Record<string, string>): Promise<string[]> => {
    const service = await spawnService({ STORAGE: 'memory', ...settings }, folder());
    const call = callerOf(service.url, await ownerKeyOf(service.url));
    const { data } = (await call('/api/payment_gateways')).json;
    await service.end('SIGKILL');
    return data.map(({ name }: { name: string }) => name);
  };

  it('is loaded by a path from the working directory or as an installed package', async () => {
    await write('own/paper.mjs', sourceOf('paper'));
    await write('own/typed.ts', `type Name = string;\nconst name: Name = 'typed';\n${sourceOf('typed')}`);
    await write('node_modules/stone/package.json', '{"type": "module", "exports": {"import": "./made.js"}}');
    await write('node_modules/stone/made.js', sourceOf('stone'));
    await write('node_modules/@shop/clay/package.json', '{"type": "module", "exports": {"./gateway": "./made.js"}}');
    await write('node_modules/@shop/clay/made.js', sourceOf('clay'));
    await write('node_modules/wood/index.mjs', sourceOf('wood'));
    await write('node_modules/wood/package.json', '{"main": "./index.mjs"}');
    const PAYMENT_GATEWAYS = './own/paper.mjs, wood, ./own/typed.ts,stone,@shop/clay/gateway,manual';
    expect(await gatewayNamesOf({ PAYMENT_GATEWAYS })).to.deep.equal([
      'paper',
      'wood',
      'typed',
      'stone',
      'clay',
      'manual',
    ]);
  });

  it('may use the former member names isByHand and tokenFault', async () => {
    const former = sourceOf('former').replace('isManual', 'isByHand').replace('tokenError', 'tokenFault');
    await write('former.mjs', former);
    expect(await gatewayNamesOf({ PAYMENT_GATEWAYS: './former.mjs' })).to.deep.equal(['former']);
  });

  it('may be named in a .env file, with its own settings', async () => {
    const source = sourceOf('default').replace(
      'createGateway = async () => gateway',
      'createGateway = async ({ settings }) => ({ ...gateway, name: settings.GATEWAY_NAME })',
    );
    await write('named.mjs', source);
    await write('.env', 'PAYMENT_GATEWAYS=./named.mjs\nGATEWAY_NAME=from_the_setting\n');
    expect(await gatewayNamesOf({})).to.deep.equal(['from_the_setting']);
    await rm(path.join(folder(), '.env'));
  });
});

describe('an invalid gateway module', () => {
  const { folder, write } = useModuleFolder();
  let modules = 0;

  /** The message of the start error with this setting: one line. */
  const startErrorOf = async (PAYMENT_GATEWAYS: string): Promise<string> => {
    const started = await startApp({ PAYMENT_GATEWAYS }).then(
      (app) => app,
      (error: unknown) => error,
    );
    if (!(started instanceof Error)) throw new Error('The service started.');
    expect(started).to.be.instanceOf(StartError);
    expect(started.message).to.match(/^PAYMENT_GATEWAYS names [^\n]*[^.\n]\.$/);
    return started.message;
  };

  /** The same for a module with this source; `it` replaces its path. */
  const loadingError = async (source: string): Promise<string> => {
    modules += 1;
    const file = await write(`module-${modules}.mjs`, source);
    return (await startErrorOf(file)).replaceAll(file, 'it');
  };

  const NAMES = 'PAYMENT_GATEWAYS names it, but';

  it('is reported when the file is missing', async () => {
    const file = path.join(folder(), 'nowhere.mjs');
    const sentence = `PAYMENT_GATEWAYS names ${file}, but there is no file ${file}.`;
    expect(await startErrorOf(file)).to.equal(sentence);
    expect(await startErrorOf(`sandbox,${file}`)).to.equal(sentence);
    const relative = './nowhere/at-all.mjs';
    expect(await startErrorOf(relative)).to.include(`there is no file ${path.resolve(relative)}.`);
  });

  it('is reported when the package is missing, or a path looks like a package', async () => {
    for (const name of ['no-such-gateway', '@shop/no-such-gateway', 'gateway.mjs', 'constructor', 'Sandbox']) {
      const why = `no such package is installed in ${process.cwd()} or above it`;
      const hint = 'a file is named by its path, such as ./my-gateway.mjs; built in are sandbox, manual, stripe';
      expect(await startErrorOf(name)).to.equal(`PAYMENT_GATEWAYS names ${name}, but ${why}; ${hint}.`);
    }
    expect(await startErrorOf('no gateway%')).to.include('it cannot be loaded: Invalid module');
  });

  it('is reported when it is broken', async () => {
    const unexpected = "it cannot be loaded: Unexpected token '}' (node --check says where).";
    expect(await loadingError('export const createGateway = };')).to.equal(`${NAMES} ${unexpected}`);
    const failing = 'it cannot be loaded: The module failed.';
    expect(await loadingError("throw new Error('The module failed.');")).to.equal(`${NAMES} ${failing}`);
    expect(await loadingError("import 'not-there';")).to.match(/it cannot be loaded: .*'not-there' imported from it/);
  });

  it('is reported when it creates no gateway', async () => {
    for (const source of [
      '',
      'export const createGateways = () => ({});',
      'export const createGateway = {};',
      'const createGateway = () => ({}); export default { createGateway };',
    ]) {
      expect(await loadingError(source)).to.equal(`${NAMES} it exports no function createGateway.`);
    }
  });

  it('is reported when creation fails', async () => {
    for (const [body, reason] of [
      ["throw new Error('GATEWAY_KEY must be set.');", 'GATEWAY_KEY must be set'],
      ["return Promise.reject(new Error('The key is invalid.\\nSee the documentation.'));", 'The key is invalid'],
      ["throw 'a string';", 'a string'],
      ['throw null;', 'null'],
      ['throw new Error();', 'it does not say why'],
      ['return tools.settings.missing.length;', "Cannot read properties of undefined (reading 'length')"],
    ]) {
      const source = `export const createGateway = (tools) => { ${body} };`;
      expect(await loadingError(source)).to.equal(`${NAMES} its createGateway failed: ${reason}.`);
    }
  });

  it('is reported when creation does not end', async () => {
    const file = await write('endless.mjs', 'export const createGateway = () => new Promise(() => {});');
    const context = { settings: {}, money: Money.ofMinor, publicUrl: () => '', log: aLog().log };
    const failure = await loadGateway(file, { context, builtIn: [], timeoutMs: 50 }).catch((error: Error) => error);
    expect(failure).to.be.instanceOf(ModuleError);
    expect(failure).to.include({ message: 'its createGateway did not finish within 0.05 s' });
  });

  it('is reported with all missing members', async () => {
    const notAGateway = `${NAMES} its createGateway returned no gateway:`;
    for (const value of ['undefined', 'null', '"gateway"', '() => ({})']) {
      expect(await loadingError(`export const createGateway = () => (${value});`)).to.equal(
        `${notAGateway} it is not an object.`,
      );
    }
    const all = await loadingError('export const createGateway = () => ({});');
    for (const part of ['name', 'isManual', ...METHODS]) expect(all).to.match(new RegExp(`[:;] ${part} must be `));
    for (const method of METHODS) {
      const without = await loadingError(sourceOf('paper', { without: method }));
      expect(without).to.equal(`${notAGateway} ${method} must be a function.`);
    }
  });

  it('is reported when its name is invalid', async () => {
    for (const name of ['', 'Paper', '1st', 'a b', 'päper', 'a/b', 'x'.repeat(41)]) {
      expect(await loadingError(sourceOf(name)), name).to.include(
        'name must be 1 to 40 of a-z, 0-9, _ and -, a letter first.',
      );
    }
  });

  it('is reported when its name is in use', async () => {
    const [one, other] = [await write('one.mjs', sourceOf('paper')), await write('other.mjs', sourceOf('paper'))];
    const twice = `PAYMENT_GATEWAYS names ${other}, but there are two gateways called paper.`;
    expect(await startErrorOf(`${one},${other}`)).to.equal(twice);
    const sandbox = await write('sandbox.mjs', sourceOf('sandbox'));
    expect(await startErrorOf(`sandbox,${sandbox}`)).to.include('there are two gateways called sandbox.');
  });

  it('ends the process with one line, also with an open database', async () => {
    const file = await write('late.mjs', 'export const createGateway = () => ({ name: "late" });');
    for (const storage of [{ STORAGE: 'memory' }, { DATA_DIR: path.join(folder(), 'data') }]) {
      const { code, signal, stderr } = await spawnFailingService({ ...storage, PAYMENT_GATEWAYS: file });
      expect([code, signal], stderr).to.deep.equal([1, null]);
      expect(stderr).to.match(
        /^PAYMENT_GATEWAYS names [^\n]*late\.mjs, but [^\n]*isManual must be true or false[^\n]*\.\n$/,
      );
    }
    const left = await readdir(path.join(folder(), 'data'), { recursive: true });
    const files = left.map((name) => path.basename(name));
    expect(files).to.include('PG_VERSION').and.not.include('postmaster.pid');
  });
});
