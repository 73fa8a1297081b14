import { escapeHtml } from '#adapters/http/responses/escape-html.ts';
import { codeBlock } from '../highlight.ts';
import { inline } from '../html.ts';
import type { Page } from '../page.ts';
import { operationMarkdown, resourceMarkdown } from './as-markdown.ts';
import type { OpenApiDocument, Operation } from './document.ts';
import { fieldsOf, type Reference } from './fields.ts';
import { languageChoice } from './language-choice.ts';
import { operationSection, partOf } from './operations.ts';
import { linkToResource, pathOfTag } from './resources.ts';
import { exampleOf, type Shape, shapeOf } from './schemas.ts';

type Tag = OpenApiDocument['tags'][number];

/** The pages of tags: the operations of each, with the resources that they return. */
export const resourcePagesOf = (operations: readonly Operation[], reference: Reference): ((tag: Tag) => Page) => {
  const common = commonCodes(operations);
  return ({ name, description }) => {
    const own = operations.filter(({ tags: [tag] }) => tag === name);
    const resources = [...reference.tags].filter(([, tag]) => tag === name).map(([resource]) => resource);
    return {
      path: pathOfTag(name),
      title: name,
      summary: description,
      group: 'API reference',
      html: `<header class="intro"><h1>${escapeHtml(name)}</h1>
<p>${inline(description)}</p>
${operationList(own)}
</header>
${languageChoice(['bash', 'typescript', 'python'])}
${own.map((each) => operationSection(each, reference, common)).join('\n')}
${resources.map((resource) => resourceSection(resource, { ...reference, isResponse: true })).join('\n')}`,
      markdown: [
        `# ${name}`,
        description,
        ...own.map((each) => operationMarkdown(each, reference)),
        ...resources.map((resource) => resourceMarkdown(resource, reference.schemas[resource] ?? {}, reference)),
      ].join('\n\n'),
      parts: [
        ...own.map(partOf),
        ...resources.map((resource, index) => ({
          ...resourcePart(resource, reference),
          ...(index === 0 ? { heading: 'Resources' } : {}),
        })),
      ],
      isListed: true,
    };
  };
};

/** The codes of more than 40 % of the operations. */
const commonCodes = (operations: readonly Operation[]): ReadonlySet<string> => {
  const codes = operations.flatMap(({ problems }) => problems.map(({ code }) => code));
  const counts = Map.groupBy(codes, (code) => code);
  return new Set([...counts].filter(([, uses]) => uses.length > operations.length * 0.4).map(([code]) => code));
};

export const operationList = (operations: readonly Operation[]): string =>
  `<ul class="operations">
${operations
  .map(
    ({ operationId, method, path, summary, tags: [tag] }) =>
      `<li><a href="${pathOfTag(tag)}#${operationId}"><span class="method ${method}">${method.toUpperCase()}</span> ` +
      `<code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></a></li>`,
  )
  .join('\n')}
</ul>`;

const resourceSection = (name: string, reference: Reference): string => {
  const schema = { $ref: `#/components/schemas/${name}` };
  const shape = shapeOf(schema, reference.schemas);
  return `<section class="operation" id="${name}">
<div class="text">
<h2><a href="#${name}">${name}</a></h2>
<p>${inline(shape.description ?? '')}</p>
${membersOf(shape, name, reference)}
</div>
<div class="samples"><div class="response">${codeBlock(JSON.stringify(exampleOf(schema, reference.schemas), undefined, 2), 'json')}</div></div>
</section>`;
};

/** The fields of a resource; of one that extends another, those that it adds. */
const membersOf = (shape: Shape, name: string, reference: Reference): string => {
  const base = shape.base ?? '';
  const target = linkToResource(base, reference.tags);
  if (target === undefined) return fieldsOf(shape, name, reference, [name]);
  const { properties = {} } = shapeOf({ $ref: `#/components/schemas/${base}` }, reference.schemas);
  const own = Object.entries(shape.properties ?? {}).filter(([member]) => properties[member] === undefined);
  const added = fieldsOf({ ...shape, properties: Object.fromEntries(own) }, name, reference, [name]);
  return `<p>The fields of <a href="${target}">${base}</a>, and:</p>\n${added}`;
};

const resourcePart = (name: string, reference: Reference) => {
  const { description = '', properties = {} } = shapeOf({ $ref: `#/components/schemas/${name}` }, reference.schemas);
  return {
    id: name,
    title: name,
    level: 2 as const,
    text: [description, ...Object.keys(properties)].join(' '),
  };
};
