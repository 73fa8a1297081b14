import { inline, link, paragraphs, slugOf } from '../html.ts';
import type { Page } from '../page.ts';
import type { OpenApiDocument, Operation } from './document.ts';
import { operationList } from './resource-pages.ts';
import { pathOfTag } from './resources.ts';

/** What all operations have in common, and a list of them. */
export const overviewPage = ({ info, tags, components }: OpenApiDocument, operations: readonly Operation[]): Page => {
  const credentials = components.securitySchemes.bearer.description;
  const files =
    `The same as a file: ${link('/api/openapi.json', 'OpenAPI 3.1 as JSON')}, ${link('/api/openapi.yaml', 'as YAML')}, ` +
    `${link('/api/postman.json', 'as a Postman collection')}. ` +
    `Version <code>${info.version}</code>.`;
  const sections = tags.map(({ name, description }) => ({
    name,
    id: slugOf(name),
    description,
    own: operations.filter(({ tags: [tag] }) => tag === name),
  }));
  return {
    path: '/docs',
    title: 'API reference',
    summary: 'What all operations have in common, and a list of them.',
    group: 'API reference',
    html: `<h1>API reference</h1>
${paragraphs(info.description)}
<h2 id="credentials">Credentials</h2>
<p>${inline(credentials)}</p>
<p>${files}</p>
${sections
  .map(
    ({ name, id, description, own }) =>
      `<h2 id="${id}">${link(pathOfTag(name), name)}</h2>\n<p>${inline(description)}</p>\n${operationList(own)}`,
  )
  .join('\n')}`,
    markdown: [
      '# API reference',
      info.description,
      credentials,
      ...sections.map(({ name, own }) =>
        [
          `## [${name}](${pathOfTag(name)}.md)`,
          own.map(({ method, path, summary }) => `- \`${method.toUpperCase()} ${path}\`: ${summary}`).join('\n'),
        ].join('\n\n'),
      ),
    ].join('\n\n'),
    parts: [
      { id: 'credentials', title: 'Credentials', level: 2, text: credentials },
      ...sections.map(({ name, id, description }) => ({ id, title: name, level: 2 as const, text: description })),
    ],
    isListed: true,
  };
};
