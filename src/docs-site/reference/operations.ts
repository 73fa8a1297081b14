import { escapeHtml } from '#adapters/http/responses/escape-html.ts';
import { codeBlock } from '../highlight.ts';
import { inline, link, paragraphs } from '../html.ts';
import type { Part } from '../page.ts';
import { contentOf, type Operation } from './document.ts';
import { fieldList, fieldsOf, type Reference } from './fields.ts';
import { sampleIn } from './language-choice.ts';
import { linkToResource } from './resources.ts';
import { samplesOf } from './samples.ts';
import { exampleOf, shapeOf } from './schemas.ts';

/** An operation: its text beside its samples. */
export const operationSection = (operation: Operation, reference: Reference, common: ReadonlySet<string>): string => {
  const { operationId, method, path, summary, description } = operation;
  return `<section class="operation" id="${operationId}">
<div class="text">
<h2><a href="#${operationId}">${escapeHtml(summary)}</a></h2>
<p class="endpoint"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>
${paragraphs(description)}
${parameters(operation, reference)}
${body(operation, reference)}
${returns(operation, reference)}
${errors(operation, common)}
</div>
<div class="samples">
${samplesOf(operation, reference)
  .map(({ language, code }) => sampleIn(language, code))
  .join('\n')}
${responseExample(operation, reference)}
${method === 'get' ? '<button type="button" class="try" disabled>Try it</button>' : ''}
</div>
</section>`;
};

const PLACES = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' } as const;

const parameters = ({ operationId, parameters: all }: Operation, reference: Reference): string =>
  (['path', 'query', 'header'] as const)
    .map((place) => {
      const fields = all
        .filter((each) => each.in === place)
        .map(({ name, schema, required, description }) => ({
          name,
          schema: { ...schema, description },
          isRequired: required === true,
        }));
      if (fields.length === 0) return '';
      const list = fieldList(fields, operationId, reference);
      // most calls need none of them
      return place === 'header'
        ? `<details><summary>${PLACES[place]}</summary>${list}</details>`
        : `<h3>${PLACES[place]}</h3>\n${list}`;
    })
    .join('\n');

const body = ({ operationId, requestBody }: Operation, reference: Reference): string => {
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
  if (type === undefined || media?.schema === undefined) return '';
  const types = Object.keys(requestBody?.content ?? {}).map((each) => `<code>${each}</code>`);
  const shape = shapeOf(media.schema, reference.schemas);
  const fields = fieldsOf(shape, operationId, reference);
  const text = fields === '' ? `<p>${inline(shape.description ?? '')}</p>` : fields;
  return `<h3>Body</h3>\n<p class="types">${types.join(' ')}</p>\n${text}`;
};

const returns = ({ success }: Operation, reference: Reference): string => {
  const rows = success.map(([status, response]) => {
    const schema = contentOf(response);
    const name = schema === undefined ? undefined : shapeOf(schema, reference.schemas).name;
    const target = name === undefined ? undefined : linkToResource(name, reference.tags);
    const resource = target === undefined ? '' : ` ${link(target, name ?? '')}`;
    return `<li><code>${status}</code> ${inline(response.description)}${resource}</li>`;
  });
  return `<h3>Returns</h3>\n<ul class="returns">${rows.join('')}</ul>`;
};

const errors = ({ problems }: Operation, common: ReadonlySet<string>): string => {
  const own = problems.filter(({ code }) => !common.has(code)).map(problemLink);
  const more = problems.filter(({ code }) => common.has(code)).map(problemLink);
  return `<h3>Errors</h3>
${own.length === 0 ? '' : `<p class="values">${own.join(' ')}</p>`}
<details><summary>Errors of most operations</summary><p class="values">${more.join(' ')}</p></details>`;
};

const problemLink = ({ status, code }: { status: string; code: string }): string =>
  `<a href="/docs/errors/${code}"><code>${status} ${code}</code></a>`;

const responseExample = ({ success }: Operation, reference: Reference): string => {
  const [status, response] = success[0] ?? [];
  const schema = response === undefined ? undefined : contentOf(response);
  if (schema === undefined) return '';
  const [type = ''] = Object.keys(response?.content ?? {});
  if (!type.endsWith('json')) return `<p class="status">${status}, <code>${type}</code></p>`;
  const example = JSON.stringify(exampleOf(schema, reference.schemas), undefined, 2);
  return `<div class="response"><p class="status">${status}</p>${codeBlock(example, 'json')}</div>`;
};

/** What the contents of its page and the search have of an operation. */
export const partOf = ({ operationId, summary, method, path, description, parameters: all }: Operation): Part => ({
  id: operationId,
  title: summary,
  level: 2,
  // what follows the first paragraph is the same of many
  text: [
    operationId,
    `${method.toUpperCase()} ${path}`,
    description.split('\n\n')[0],
    ...all.map(({ name }) => name),
  ].join(' '),
});
