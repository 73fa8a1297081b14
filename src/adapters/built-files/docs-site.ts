import { type BuiltFiles, loadBuilt } from './built-files.ts';

/** What the pages are made of beside documents: themselves, and the operations, from which the OpenAPI document follows. */
const SOURCES = ['src/docs-site', 'src/adapters/http', 'src/core'];

/** The pages by their addresses; from the cache, unless what they are made of has changed. */
export const loadSite = async (document: () => Promise<object>): Promise<BuiltFiles> => {
  const build = async (): Promise<ReadonlyMap<string, Buffer>> => {
    const { buildSite } = await import('#docs-site/site.ts');
    const files = await buildSite(await document());
    return new Map(files.map(({ path, body }) => [nameOf(path), Buffer.from(body)]));
  };
  const { DOCUMENTS } = await import('#docs-site/document-list.ts');
  const sources = [...SOURCES, ...DOCUMENTS.flatMap(([, documents]) => documents)];
  const files = await loadBuilt({ name: 'docs', sources, build });
  return new Map([...files].map(([name, read]) => [addressOf(name), read]));
};

// `/docs` is a page, and a folder of others
const nameOf = (address: string): string => (/\.\w+$/.test(address) ? address.slice(1) : `${address.slice(1)}.html`);

const addressOf = (name: string): string => `/${name.replace(/\.html$/, '')}`;
