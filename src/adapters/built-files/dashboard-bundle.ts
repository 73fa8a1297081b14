import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { loadBuilt, ROOT } from './built-files.ts';

const SOURCE = 'src/dashboard';

/** Those that the dashboard adds to an empty shop. */
const PICTURES = 'src/demo-shop/pictures';

/** The page that loads the scripts and the styles. */
const PAGE = 'index.html';

const ICON = 'icon.svg';

/** A file of the dashboard as browsers get it. */
export type BundledFile = Readonly<{
  /** Such as `main-5KJZQ2AB.js`: the hash changes with the content. */
  name: string;
  body: Buffer;
  brotli: Buffer;
  gzip: Buffer;
}>;

/** The bundled dashboard; from the cache, unless its source has changed. */
export const loadBundle = async (): Promise<readonly BundledFile[]> => {
  const files = await loadBuilt({ name: 'dashboard', sources: [SOURCE, PICTURES], build });
  const read = async (name: string): Promise<Buffer> => (await files.get(name)?.()) ?? Buffer.alloc(0);
  const names = [...files.keys()].filter((name) => !/\.(?:br|gz)$/.test(name));
  return Promise.all(
    names.map(async (name) => ({
      name,
      body: await read(name),
      brotli: await read(`${name}.br`),
      gzip: await read(`${name}.gz`),
    })),
  );
};

const build = async (): Promise<ReadonlyMap<string, Buffer>> => {
  const { build: bundle, stop } = await import('esbuild-wasm');
  const { outputFiles, metafile } = await bundle({
    entryPoints: [path.join(ROOT, SOURCE, 'main.tsx')],
    outdir: 'dashboard',
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.webp': 'file' },
    metafile: true,
    write: false,
  });
  await stop();
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('main.tsx'));
  const [script = '', { cssBundle = '', imports = [] } = {}] = entry ?? [];
  const preloads = imports.filter(({ kind }) => kind === 'import-statement').map((each) => each.path);
  const page = (await readFile(path.join(ROOT, SOURCE, PAGE), 'utf8'))
    .replace('/main.css', `/${path.basename(cssBundle)}`)
    .replace('/main.js', `/${path.basename(script)}`)
    .replace('</title>', `</title>${preloads.map(preload).join('')}`);
  const files = outputFiles.map((file) => ({ name: path.basename(file.path), body: Buffer.from(file.contents) }));
  const icon = { name: ICON, body: await readFile(path.join(ROOT, SOURCE, 'style', ICON)) };
  const all = [...files, icon, { name: PAGE, body: Buffer.from(page) }];
  return new Map((await Promise.all(all.map(compressed))).flat());
};

const preload = (file: string): string =>
  `\n<link rel="modulepreload" href="/dashboard/assets/${path.basename(file)}">`;

const compressed = async ({ name, body }: Readonly<{ name: string; body: Buffer }>): Promise<[string, Buffer][]> => [
  [name, body],
  [
    `${name}.br`,
    await promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  ],
  [`${name}.gz`, await promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION })],
];
