import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { loadPublisher } from '#adapters/external/load-publisher.ts';
import { StartError } from '#composition/start-error.ts';
import { createProduct } from '../../support/builders/resources.ts';
import { type GuideExample, writeGuideExample } from '../../support/documents/guide-example.ts';
import { eventually } from '../../support/eventually.ts';
import { aLog } from '../../support/log.ts';
import { useModuleFolder } from '../../support/module-folder.ts';
import { startApp } from '../../support/servers/start-app.ts';

/** A publisher that writes each event to the file of its settings. */
const sourceOf = (name: string): string => `
  import { appendFile } from 'node:fs/promises';
  export const createPublisher = ({ settings, publicUrl }) => ({
    name: ${JSON.stringify(name)},
    publish: async (events) => {
      const lines = events.map(({ id, type, view }) => JSON.stringify({ id, type, source: publicUrl(), view: JSON.parse(view) }));
      await appendFile(settings.PUBLISHED, lines.join('\\n') + '\\n');
    },
  });`;

describe('an external event publisher', () => {
  const { folder, write } = useModuleFolder();

  const failureOf = async (settings: Record<string, string>): Promise<string> => {
    const failure = await startApp(settings).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(StartError);
    return (failure as StartError).message;
  };

  it('receives every event, as the API shows it', async () => {
    const published = path.join(folder(), 'events.jsonl');
    const module = await write('recorder.mjs', sourceOf('recorder'));
    const app = await startApp({
      EVENT_PUBLISHERS: module,
      PUBLISHED: published,
      PUBLIC_URL: 'https://api.shop.example',
    });
    const { id } = await createProduct(app);
    const lines = async () =>
      (await readFile(published, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
    await eventually('the product’s event is published', async () => (await lines()).some((line) => line.includes(id)));
    const { data } = (await app.call('/api/events?limit=100')).json;
    const expected = data.reverse().map((view: { id: string; type: string }) => ({
      ...{ id: view.id, type: view.type, source: 'https://api.shop.example' },
      view,
    }));
    expect((await lines()).map((line) => JSON.parse(line))).to.deep.equal(expected);
    expect((await app.call('/metrics')).text).to.include('publisher="recorder"');
    await app.stop();
  });

  it('stops the start when its creation does not end', async () => {
    const module = await write('endless.mjs', 'export const createPublisher = () => new Promise(() => {});');
    const context = { settings: {}, publicUrl: () => '', log: aLog().log };
    const failure = await loadPublisher(module, { context, timeoutMs: 50 }).catch((error: Error) => error);
    expect(failure).to.include({ message: 'its createPublisher did not finish within 0.05 s' });
  });

  it('stops the start with the reason when it cannot be used', async () => {
    const [nameless, silent, taken] = [
      await write('nameless.mjs', sourceOf('No Name')),
      await write('silent.mjs', 'export const createPublisher = () => ({ name: "silent", types: [] });'),
      await write('taken.mjs', sourceOf('webhooks')),
    ];
    expect(await failureOf({ EVENT_PUBLISHERS: './missing.mjs' })).to.match(
      /^EVENT_PUBLISHERS names .*there is no file /,
    );
    expect(await failureOf({ EVENT_PUBLISHERS: 'missing.mjs' })).to.match(
      /no such package .*; a file is named by its path, such as \.\/my-publisher\.mjs\.$/,
    );
    expect(await failureOf({ EVENT_PUBLISHERS: nameless })).to.include('name must be 1 to 40');
    expect(await failureOf({ EVENT_PUBLISHERS: silent })).to.match(
      /publish must be a function; types must be a function/,
    );
    expect(await failureOf({ EVENT_PUBLISHERS: taken })).to.include('there are two publishers called webhooks');
    const throwing = await write(
      'throwing.mjs',
      'export const createPublisher = () => { throw new Error("No broker."); };',
    );
    expect(await failureOf({ EVENT_PUBLISHERS: throwing })).to.include('its createPublisher failed: No broker');
  });
});

describe('the guide’s publisher', () => {
  let example: GuideExample;
  before(async () => {
    example = await writeGuideExample('publish-to-a-broker.md', 'collector/collector-publisher.mjs');
  });
  after(() => example.remove());

  it('passes the contract suite as the guide runs it', async () => {
    const { code, output } = await example.runTest();
    expect(code, output).to.equal(0);
    expect(output)
      .to.match(/EventPublisher to a collector/)
      .and.match(/ \d passing/);
  });

  it('publishes to the collector of its settings', async () => {
    const [bodies, tokens]: [string[], (string | undefined)[]] = [[], []];
    const collector = createServer(async (request, response) => {
      tokens.push(request.headers.authorization);
      bodies.push(await text(request));
      response.end();
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    const settings = { COLLECTOR_URL: `http://127.0.0.1:${port}/`, COLLECTOR_TOKEN: 'a token' };
    const app = await startApp({ ...settings, EVENT_PUBLISHERS: example.module });
    const { id } = await createProduct(app);
    await eventually('the product’s event is published', async () => bodies.some((body) => body.includes(id)));
    expect(new Set(tokens)).to.deep.equal(new Set(['Bearer a token']));
    await app.stop();
    collector.close();
  });
});
