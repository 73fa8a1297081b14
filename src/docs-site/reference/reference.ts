import type { Page } from '../page.ts';
import { type OpenApiDocument, operationsOf } from './document.ts';
import { eventTypesPage } from './event-types-page.ts';
import { overviewPage } from './overview-page.ts';
import { resourcePages } from './resource-pages.ts';
import { tagsOfResources } from './resources.ts';

/** The API reference, made of the OpenAPI document. */
export const referencePages = (document: OpenApiDocument): Page[] => {
  const operations = operationsOf(document);
  const reference = { schemas: document.components.schemas, tags: tagsOfResources(document, operations) };
  return [
    overviewPage(document, operations),
    ...resourcePages(document, operations, reference),
    eventTypesPage(document, operations, reference),
  ];
};
