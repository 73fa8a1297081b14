import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SOURCE = path.join(ROOT, 'src/dashboard');
const CACHE = path.join(ROOT, 'node_modules/.cache/commerce');

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
  const folder = path.join(CACHE, `dashboard-${await digestOf(SOURCE)}`);
  return (await readBundle(folder)) ?? (await storeBundle(folder, await build()));
};

/** The digest of the source and of the versions of its packages. */
const digestOf = async (folder: string): Promise<string> => {
  const digest = createHash('sha256').update(await readFile(path.join(ROOT, 'package.json')));
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name));
  for (const file of paths.sort()) digest.update(path.relative(folder, file)).update(await readFile(file));
  return digest.digest('hex').slice(0, 16);
};

const readBundle = async (folder: string): Promise<readonly BundledFile[] | undefined> => {
  const names = await readdir(folder).catch(() => undefined);
  const read = (name: string): Promise<Buffer> => readFile(path.join(folder, name));
  return (
    names &&
    Promise.all(
      names
        .filter((name) => !/\.(?:br|gz)$/.test(name))
        .map(async (name) => ({
          name,
          body: await read(name),
          brotli: await read(`${name}.br`),
          gzip: await read(`${name}.gz`),
        })),
    )
  );
};

/** Stores a bundle as a whole. Where the folder cannot be written, each process bundles again. */
const storeBundle = async (folder: string, files: readonly BundledFile[]): Promise<readonly BundledFile[]> => {
  const partial = `${folder}-${process.pid}`;
  try {
    await mkdir(partial, { recursive: true });
    for (const { name, body, brotli, gzip } of files) {
      await writeFile(path.join(partial, name), body);
      await writeFile(path.join(partial, `${name}.br`), brotli);
      await writeFile(path.join(partial, `${name}.gz`), gzip);
    }
    await rename(partial, folder);
    await removeFormer(path.basename(folder));
  } catch {
    // another process may have stored it first
    await rm(partial, { recursive: true, force: true }).catch(() => {});
  }
  return files;
};

const removeFormer = async (current: string): Promise<void> => {
  const former = (await readdir(CACHE)).filter((name) => name.startsWith('dashboard-') && name !== current);
  await Promise.all(former.map((name) => rm(path.join(CACHE, name), { recursive: true, force: true })));
};

const build = async (): Promise<readonly BundledFile[]> => {
  const { build: bundle, stop } = await import('esbuild-wasm');
  const { outputFiles, metafile } = await bundle({
    entryPoints: [path.join(SOURCE, 'main.tsx')],
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
    metafile: true,
    write: false,
  });
  await stop();
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('main.tsx'));
  const [script = '', { cssBundle = '', imports = [] } = {}] = entry ?? [];
  const preloads = imports.filter(({ kind }) => kind === 'import-statement').map((each) => each.path);
  const page = (await readFile(path.join(SOURCE, PAGE), 'utf8'))
    .replace('/main.css', `/${path.basename(cssBundle)}`)
    .replace('/main.js', `/${path.basename(script)}`)
    .replace('</title>', `</title>${preloads.map(preload).join('')}`);
  const files = outputFiles.map((file) => ({ name: path.basename(file.path), body: Buffer.from(file.contents) }));
  const icon = { name: ICON, body: await readFile(path.join(SOURCE, 'style', ICON)) };
  return Promise.all([...files, icon, { name: PAGE, body: Buffer.from(page) }].map(compress));
};

const preload = (file: string): string =>
  `\n<link rel="modulepreload" href="/dashboard/assets/${path.basename(file)}">`;

const compress = async ({ name, body }: Pick<BundledFile, 'name' | 'body'>): Promise<BundledFile> => ({
  name,
  body,
  brotli: await promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  }),
  gzip: await promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
});
