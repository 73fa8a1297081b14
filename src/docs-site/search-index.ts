import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from './browser/search-engine.ts';
import type { Page } from './page.ts';

/** The index of all parts of all pages, as JSON for the script of the pages. */
export const searchIndex = async (pages: readonly Page[]): Promise<string> => {
  const index = new MiniSearch(SEARCH_OPTIONS);
  await index.addAllAsync(
    pages.flatMap(({ path, title, summary, parts, group, label = group }) => [
      { id: path, title, page: label, text: summary },
      ...parts.map((part) => ({ id: `${path}#${part.id}`, title: part.title, page: title, text: part.text })),
    ]),
  );
  return JSON.stringify(index);
};
