import { codeBlock } from '../highlight.ts';
import { inline } from '../html.ts';
import type { Page } from '../page.ts';
import type { OpenApiDocument, Operation, Schema } from './document.ts';
import type { Reference } from './fields.ts';
import { linkToResource, pathOfTag } from './resources.ts';
import { exampleOf, shapeOf } from './schemas.ts';

const INTRODUCTION =
  'Each change of a resource is an event. Webhooks, the event feed and streams have the same events. `data` is the ' +
  'resource after the change, and `previous` has the former values of the fields that changed.';

/** Every type of event by its resource, with an example of each resource. */
export const eventTypesPage = (
  { webhooks }: OpenApiDocument,
  operations: readonly Operation[],
  reference: Reference,
): Page => {
  const types = Object.entries(webhooks).map(([type, { post }]) => ({
    type,
    schema: Object.values(post.requestBody?.content ?? {})[0]?.schema ?? {},
  }));
  const resources = [...Map.groupBy(types, ({ type }) => type.slice(0, type.indexOf('.')))];
  const emitters = (type: string) => operations.filter(({ description }) => description.includes(`\`${type}\``));
  const section = ([resource, own]: (typeof resources)[number]): string => {
    const data = shapeOf(own[0]?.schema ?? {}, reference.schemas).properties?.['data'] ?? {};
    return `<section class="operation" id="${resource}">
<div class="text">
<h2><a href="#${resource}">Events of ${resource}</a></h2>
<p><code>data</code> is ${resourceLink(data, reference)}.</p>
<ul class="fields">
${own.map(({ type }) => `<li id="${type}"><a href="#${type}"><code>${type}</code></a>${emittedBy(emitters(type))}</li>`).join('\n')}
</ul>
</div>
<div class="samples">${codeBlock(example(own[0], reference), 'json')}</div>
</section>`;
  };
  return {
    path: '/docs/reference/event-types',
    title: 'Event types',
    summary: 'Every type of event, who emits it, and what it looks like.',
    group: 'API reference',
    html: `<header class="intro"><h1>Event types</h1>\n<p>${inline(INTRODUCTION)}</p></header>\n${resources.map(section).join('\n')}`,
    markdown: [
      '# Event types',
      INTRODUCTION,
      ...resources.map(([resource, own]) =>
        [
          `## Events of ${resource}`,
          own.map(({ type }) => `- \`${type}\``).join('\n'),
          `\`\`\`json\n${example(own[0], reference)}\n\`\`\``,
        ].join('\n\n'),
      ),
    ].join('\n\n'),
    parts: resources.map(([resource, own]) => ({
      id: resource,
      title: `Events of ${resource}`,
      level: 2,
      text: own.map(({ type }) => type).join(' '),
    })),
    isListed: true,
  };
};

const resourceLink = (data: Schema, { schemas, tags }: Reference): string => {
  const { name = 'a resource' } = shapeOf(data, schemas);
  const target = linkToResource(name, tags);
  return target === undefined ? `<code>${name}</code>` : `<a href="${target}">${name}</a>`;
};

const emittedBy = (operations: readonly Operation[]): string =>
  operations.length === 0
    ? ''
    : `<p>${operations
        .map(({ tags: [tag], operationId, summary }) => `<a href="${pathOfTag(tag)}#${operationId}">${summary}</a>`)
        .join(', ')}</p>`;

const example = (event: Readonly<{ type: string; schema: Schema }> | undefined, { schemas }: Reference): string => {
  const value = exampleOf(event?.schema ?? {}, schemas) as Readonly<{ data?: Readonly<{ id?: string }> }>;
  return JSON.stringify({ ...value, type: event?.type, resource_id: value.data?.id }, undefined, 2);
};
