import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { expect } from 'chai';
import { parseAllDocuments } from 'yaml';
import { parseConfig } from '#composition/parse-config.ts';
import { SEED_NAMES, SETTING_NAMES } from '#composition/settings.ts';
import { readDockerfile, variablesOf } from '../../support/documents/dockerfile.ts';
import { readDocument } from '../../support/documents/document-commands.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { killLeftovers, spawnService } from '../../support/servers/spawn-service.ts';

const FOLDER = 'docker/kubernetes';

type Probe = Readonly<{ httpGet: Readonly<{ path: string; port: string }> }>;

type Reference = Readonly<{ name: string; optional?: boolean }>;

type Container = Readonly<{
  image: string;
  command?: readonly string[];
  ports?: readonly Readonly<{ name: string; containerPort: number }>[];
  env: readonly Readonly<{
    name: string;
    value?: string;
    valueFrom?: Readonly<{ secretKeyRef: Readonly<{ name: string; key: string }> }>;
  }>[];
  envFrom?: readonly Readonly<{ configMapRef?: Reference; secretRef?: Reference }>[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  securityContext: object;
}>;

type Manifest = Readonly<{
  kind: string;
  metadata: Readonly<{ name: string }>;
  spec: Readonly<{
    selector: Readonly<Record<string, unknown>>;
    ports: readonly Readonly<{ targetPort: string }>[];
    template: Readonly<{
      metadata: Readonly<{ labels: object }>;
      spec: Readonly<{
        containers: readonly [Container];
        securityContext: object;
        terminationGracePeriodSeconds: number;
      }>;
    }>;
  }>;
}>;

/** The documents of a file. @throws Error if it does not parse, or has a key twice. */
const documentsOf = async <T>(file: string): Promise<readonly T[]> => {
  const documents = parseAllDocuments(await readDocument(`${FOLDER}/${file}`), { strict: true, uniqueKeys: true });
  if (!Array.isArray(documents)) throw new Error(`${file} is empty`);
  return documents.map((document) => {
    for (const problem of [...document.errors, ...document.warnings]) throw problem;
    return document.toJS() as T;
  });
};

const settingsOf = (lines: string): Record<string, string> =>
  Object.fromEntries([...lines.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

/** What the secrets contain, by their names: as docs/operate.md says how to create them. */
const readSecrets = async (): Promise<ReadonlyMap<string, Record<string, string>>> => {
  const commands = (await readDocument('docs/operate.md')).matchAll(
    /^kubectl create secret generic (\S+)((?: \\\n.*?)+)$/gm,
  );
  return new Map(
    [...commands].map(([, name = '', literals = '']) => {
      const pairs = [...literals.matchAll(/--from-literal=(\w+)=(?:"([^"]*)"|'([^']*)'|(\S+))/g)];
      const values = pairs.map(([, key, ...quoted]) => [
        key,
        quoted
          .find(Boolean)
          ?.replaceAll('…', 'word')
          .replace(/^\$\(.*\)$/, randomBytes(48).toString('base64')),
      ]);
      return [name, Object.fromEntries(values)];
    }),
  );
};

describe('the manifests for Kubernetes', () => {
  let manifests: readonly Manifest[];
  let workloads: readonly (readonly [name: string, pod: Manifest['spec']['template']['spec'], container: Container])[];
  let settings: Record<string, string>;
  let secrets: ReadonlyMap<string, Record<string, string>>;
  let image: Readonly<Record<string, string>>;

  before(async () => {
    const [{ resources = [] } = {}] = await documentsOf<{ resources: readonly string[] }>('kustomization.yaml');
    const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml');
    expect([...resources].sort()).to.deep.equal(files.sort());
    manifests = (await Promise.all(files.map((file) => documentsOf<Manifest>(file)))).flat();
    workloads = manifests
      .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
      .map(({ metadata, spec }) => [metadata.name, spec.template.spec, spec.template.spec.containers[0]] as const);
    settings = settingsOf(await readDocument(`${FOLDER}/settings.env`));
    secrets = await readSecrets();
    image = variablesOf(
      (await readDockerfile('docker/Dockerfile')).at(-1) ?? { name: '', image: '', instructions: [] },
    );
  });

  after(killLeftovers);

  const portOf = ({ ports = [] }: Container, port: string) => ports.find(({ name }) => name === port)?.containerPort;

  /** What a container's process gets; a secret that is optional may be absent. */
  const environmentOf = ({ env, envFrom = [] }: Container, hasOptional: boolean) => {
    const whole = envFrom.map(({ configMapRef, secretRef }) => {
      if (configMapRef !== undefined) return settings;
      return (hasOptional || !secretRef?.optional) && secrets.get(secretRef?.name ?? '');
    });
    const single = env.map(({ name, value, valueFrom }) => {
      const { name: secret = '', key = '' } = valueFrom?.secretKeyRef ?? {};
      return [name, value ?? secrets.get(secret)?.[key]];
    });
    return { ...image, ...Object.assign({}, ...whole), ...Object.fromEntries(single) } as Record<string, string>;
  };

  it('are a Deployment for each role, a Job that migrates, a Service and a budget of disruptions', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.sort()).to.deep.equal([
      'Deployment commerce-http',
      'Deployment commerce-worker',
      'Job commerce-migration',
      'PodDisruptionBudget commerce-http',
      'Service commerce',
    ]);
    const roles = workloads.map(([, , container]) => environmentOf(container, true)['ROLE'] ?? container.command);
    expect(roles).to.have.deep.members(['http', 'worker', ['node', 'src/commands/commerce.js', 'admin', 'migrate']]);
  });

  it('name settings that exist, whose values a start accepts', () => {
    for (const [name, , container] of workloads) {
      const isJob = container.command !== undefined;
      const environment = environmentOf(container, !isJob);
      const known = [...SETTING_NAMES, ...SEED_NAMES];
      expect(known, name).to.include.members(Object.keys(environment));
      const config = parseConfig(environment, { createsOwner: !isJob });
      expect([config.production, config.misspelt], name).to.deep.equal([true, []]);
      expect(config.migrationDatabaseUrl !== undefined, name).to.equal(isJob);
    }
  });

  it('have no secret, and name those that the documents create', async () => {
    const named = workloads.flatMap(([, , { env, envFrom = [] }]) => [
      ...env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.name ?? []),
      ...envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []),
    ]);
    expect([...secrets.keys()]).to.have.members([...new Set(named)]);
    const secret = new Set([...secrets.values()].flatMap(Object.keys));
    expect(Object.keys(settings).filter((name) => secret.has(name))).to.deep.equal([]);
    const values = workloads.flatMap(([, , { env }]) => env.flatMap(({ name, value }) => (value ? name : [])));
    expect(values.filter((name) => secret.has(name))).to.deep.equal([]);
  });

  it('start with their environment, and probe paths and ports that respond', async () => {
    const deployed = workloads.filter(([, , { command }]) => command === undefined);
    // nothing but /tmp can be written; the bucket is not asked before an image is
    const local = { DATABASE_URL: await createDatabase(), HOST: '127.0.0.1', PORT: '0', DATA_DIR: '/proc/none' };
    const servers = await Promise.all(
      deployed.map(([, , container]) => spawnService({ ...environmentOf(container, true), ...local })),
    );
    const service = manifests.find(({ kind }) => kind === 'Service');
    for (const [, , container] of deployed) {
      const { startupProbe, livenessProbe, readinessProbe } = container;
      const ports = [service?.spec.ports[0]?.targetPort ?? ''];
      for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
        const { path = '', port = '' } = probe?.httpGet ?? {};
        ports.push(port);
        for (const { url } of servers) expect((await fetch(url + path)).status, path).to.equal(200);
      }
      expect(ports.map((port) => portOf(container, port))).to.deep.equal(ports.map(() => Number(image['PORT'])));
    }
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    const labels = manifests.find(({ metadata }) => metadata.name === 'commerce-http')?.spec.template.metadata.labels;
    expect(labels).to.include(service?.spec.selector);
  });

  it('run as the user of the image, without rights, and have time to stop', async () => {
    const { instructions = [] } = (await readDockerfile('docker/Dockerfile')).at(-1) ?? {};
    expect(instructions.findLast(({ name }) => name === 'USER')?.text).to.equal('node');
    for (const [name, pod, container] of workloads) {
      // the uid of node in the images of Node
      expect(pod.securityContext, name).to.include({ runAsNonRoot: true, runAsUser: 1000 });
      expect(container.securityContext, name).to.include({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
      });
      if (container.command !== undefined) continue;
      const { shutdownNoticeMs, shutdownTimeoutMs } = parseConfig(environmentOf(container, true));
      expect(pod.terminationGracePeriodSeconds * 1_000, name).to.be.above(shutdownNoticeMs + shutdownTimeoutMs);
    }
  });
});
