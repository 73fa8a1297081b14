import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Page } from '../page.ts';
import { type OpenApiDocument, operationsOf } from './document.ts';
import { eventTypesPage } from './event-types-page.ts';
import { overviewPage } from './overview-page.ts';
import { resourcePagesOf } from './resource-pages.ts';
import { tagsOfResources } from './resources.ts';

/** The API reference, made of the OpenAPI document. Other work of the process gets its turns between pages. */
export const referencePages = async (document: OpenApiDocument): Promise<Page[]> => {
  const operations = operationsOf(document);
  const reference = { schemas: document.components.schemas, tags: tagsOfResources(document, operations) };
  const resourcePage = resourcePagesOf(operations, reference);
  const pages = [overviewPage(document, operations)];
  for (const tag of document.tags) {
    await nextIteration();
    pages.push(resourcePage(tag));
  }
  await nextIteration();
  return [...pages, eventTypesPage(document, operations, reference)];
};
