import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { withParts } from '../support/documents/openapi-parts.ts';
import { SHAPES } from './hostile-bodies.ts';
import type { Measured, Target } from './limit.ts';

const MAX_BLOCK_MS = 50;

/** The largest body that is read, and the largest that is read of callers without a credential. */
const SIZES = [1_048_000, 16_000];

/** A block that a request causes appears every time; one that another process causes does not. */
const TRIES = 4;

/** A text that no id pattern rejects. */
const SUFFIX = '01h455vb4pex5vsknk084sn02q';

type Operation = Readonly<{ method: string; path: string; fields: readonly string[] }>;

type Schema = Readonly<{ $ref?: string; properties?: Readonly<Record<string, Schema>>; examples?: readonly unknown[] }>;

type Document = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>;
}>;

type OperationObject = Readonly<{
  parameters?: readonly Readonly<{ in: string; name: string; schema: Schema }>[];
  requestBody?: Readonly<{ content: Readonly<Record<string, Readonly<{ schema: Schema }>>> }>;
}>;

/** How long hostile bodies block the event loop, by shape: the longest block of all operations. */
export const measureBlocks = async ({ service: { url, pid }, key }: Target): Promise<Measured[]> => {
  const agent = new Agent();
  const operations = operationsOf(withParts((await (await fetch(`${url}/api/openapi.json`)).json()) as Document));
  const headersOf = { anonymous: {}, keyed: { authorization: `Bearer ${key}` } };

  const send = async ({ method, path }: Operation, body: string, headers: object): Promise<void> => {
    const type = { 'content-type': 'application/json' };
    const request = { origin: url, path, method: method as 'POST', headers: { ...headers, ...type }, body };
    try {
      await (await agent.request(request)).body.dump();
    } catch {
      // the service has closed the connection of a body that it does not read
    }
  };

  /**
   * The longest block while all bodies are sent one after the other, of several tries the shortest. None is longer than
   * the event loop's thread has run meanwhile: while it waits for a processor, it is other processes that block it.
   */
  const longestBlock = async (operation: Operation, bodies: readonly string[], headers: object): Promise<number> => {
    let shortest = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < TRIES && shortest > MAX_BLOCK_MS / 2; tries += 1) {
      await readLag(url);
      const begun = await processorTime(pid);
      for (const body of bodies) await send(operation, body, headers);
      const ran = (await processorTime(pid)) - begun;
      shortest = Math.min(shortest, ran, await readLag(url));
    }
    return shortest;
  };

  let longest = 0;
  const exceeding: Measured[] = [];
  for (const operation of operations) {
    const bodies = Object.entries(SHAPES).map(([shape, write]) => ({
      shape,
      texts: SIZES.map((size) => write(size, operation.fields)),
    }));
    const all = bodies.flatMap(({ texts }) => texts);
    for (const [caller, headers] of Object.entries(headersOf)) {
      const block = await longestBlock(operation, all, headers);
      if (block <= MAX_BLOCK_MS) longest = Math.max(longest, block);
      for (const { shape, texts } of block > MAX_BLOCK_MS ? bodies : []) {
        for (const text of texts) {
          const value = await longestBlock(operation, [text], headers);
          longest = Math.max(longest, value);
          const name = `${operation.method} ${operation.path}, ${caller}: ${shape} of ${text.length} bytes`;
          if (value > MAX_BLOCK_MS) exceeding.push({ name, value, limit: MAX_BLOCK_MS, unit: 'ms' });
        }
      }
    }
  }
  await agent.close();
  const name = `longest block by ${Object.keys(SHAPES).length} hostile bodies to ${operations.length} operations`;
  return [{ name, value: longest, limit: MAX_BLOCK_MS, unit: 'ms' }, ...exceeding];
};

/** How long the main thread of a process has run, in milliseconds, on Linux. */
const processorTime = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ', 1)[0]) / 1e6;

/** The longest delay of the event loop since the last read. */
const readLag = async (url: string): Promise<number> => {
  const reply = await fetch(`${url}/metrics`);
  const text = await reply.text();
  if (reply.status === 429) {
    await sleep(1_000);
    return readLag(url);
  }
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1000;
};

/** All operations with a method that may have a body. */
const operationsOf = ({ paths, components }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([method]) => ['post', 'put', 'patch'].includes(method))
      .map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path: parameters
          .filter((parameter) => parameter.in === 'path')
          .reduce((filled, { name, schema }) => filled.replace(`{${name}}`, idOf(schema)), path),
        fields: fieldsOf(Object.values(requestBody?.content ?? {})[0]?.schema, components.schemas),
      })),
  );

const idOf = ({ examples = [] }: Schema): string => String(examples[0] ?? `prod_${SUFFIX}`);

const fieldsOf = (schema: Schema | undefined, schemas: Readonly<Record<string, Schema>>): readonly string[] => {
  const named = schema?.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? ''];
  const fields = Object.keys(named?.properties ?? {});
  return fields.length > 0 ? fields : ['name'];
};
