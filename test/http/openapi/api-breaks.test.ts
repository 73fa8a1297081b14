import { expect } from 'chai';
import { wholeDocument } from '#composition/whole-document.ts';
import { breaksOf } from '../../support/documents/api-breaks.ts';
import { contractOf, type OpenApiDocument } from '../../support/documents/api-contract.ts';
import { withParts } from '../../support/documents/openapi-parts.ts';

// biome-ignore lint/suspicious/noExplicitAny: the test plants changes anywhere in the document
type Document = any;

const productOf = (document: Document) => document.components.schemas.Product;
const inputOf = (document: Document) => document.components.schemas.ProductInput;
const getOf = (document: Document) => document.paths['/api/products/{id}'].get;
const postOf = (document: Document) => document.paths['/api/products'].post;
const listParameter = (document: Document, name: string) =>
  document.paths['/api/products'].get.parameters.find((each: Document) => each.name === name);

/** Changes of the document that break clients, and how they are named. */
const BREAKS: readonly [string, (document: Document) => void, RegExp][] = [
  ['a removed operation', ({ paths }) => delete paths['/api/search'], /^GET \/api\/search: it was removed$/],
  [
    'a removed field of a response',
    (document) => delete productOf(document).properties.price,
    /^GET \/api\/products\/{id} 200: `price` was removed \(and \d+ times more\)$/,
  ],
  [
    'a removed field of a request',
    (document) => delete inputOf(document).properties.vendor,
    /^POST \/api\/products body: `vendor` was removed/,
  ],
  [
    'a removed parameter',
    ({ paths }) => {
      paths['/api/products'].get.parameters = paths['/api/products'].get.parameters.filter(
        ({ name }: Document) => name !== 'vendor',
      );
    },
    /^GET \/api\/products: `query vendor` was removed$/,
  ],
  [
    'a new required field of a request',
    (document) => {
      inputOf(document).properties.colour = { type: 'string' };
      inputOf(document).required.push('colour');
    },
    /^POST \/api\/products body: `colour` is new and required/,
  ],
  [
    'a field of a request that becomes required',
    (document) => inputOf(document).required.push('vendor'),
    /^POST \/api\/products body: `vendor` is required now/,
  ],
  [
    'a parameter that becomes required',
    (document) => (listParameter(document, 'limit').required = true),
    /^GET \/api\/products: `query limit` is required now$/,
  ],
  [
    'a field of a response that may be absent',
    (document) =>
      (productOf(document).required = productOf(document).required.filter((name: string) => name !== 'price')),
    /^GET \/api\/products\/{id} 200: `price` is no longer always there/,
  ],
  [
    'a field of a response that may be null',
    (document) => (productOf(document).properties.price.type = ['number', 'null']),
    /^GET \/api\/products\/{id} 200: `price` may be null now/,
  ],
  [
    'a field of a request that must not be null',
    (document) => (inputOf(document).properties.vendor.type = 'string'),
    /^POST \/api\/products body: `vendor` must not be null any more/,
  ],
  [
    'another type',
    (document) => (productOf(document).properties.price.type = 'string'),
    /^GET \/api\/products\/{id} 200: `price` is string instead of number/,
  ],
  [
    'another format',
    (document) => (productOf(document).properties.created_at.format = 'date'),
    /^GET \/api\/products\/{id} 200: `created_at` has the format date instead of date-time/,
  ],
  [
    'a value that a request no longer accepts',
    (document) => inputOf(document).properties.status.enum.shift(),
    /^POST \/api\/products body: `status` no longer accepts `\w+`/,
  ],
  [
    'a value that a response no longer has',
    (document) => productOf(document).properties.status.enum.shift(),
    /^GET \/api\/products\/{id} 200: `status` is no longer `\w+`/,
  ],
  [
    'a lower limit of a request',
    (document) => (inputOf(document).properties.name.maxLength = 20),
    /^POST \/api\/products body: `name` has the maxLength 20 instead of \d+/,
  ],
  [
    'another default of a parameter',
    (document) => (listParameter(document, 'limit').schema.default = 30),
    /^GET \/api\/products: `query limit` has the default 30 instead of 20$/,
  ],
  [
    'another default of a field',
    ({ components: { schemas } }) => {
      const field = schemas.WebhookInput.properties.ordering;
      field.description = field.description.replace('The default is `"none"`', 'The default is `"resource"`');
    },
    /^POST \/api\/webhooks body: `ordering` has the default "resource" instead of "none"$/,
  ],
  [
    'a pattern of a parameter',
    (document) => (listParameter(document, 'slug').schema.pattern = '^a'),
    /^GET \/api\/products: `query slug` must match \^a$/,
  ],
  [
    'a removed status',
    (document) => {
      const { responses } = postOf(document);
      responses['202'] = responses['201'];
      delete responses['201'];
    },
    /^POST \/api\/products: it no longer responds 201$/,
  ],
  [
    'a removed media type of a response',
    ({ paths }) => delete paths['/api/analytics/sales'].get.responses['200'].content['text/csv'],
    /^GET \/api\/analytics\/sales 200: it is no longer text\/csv$/,
  ],
  [
    'a removed media type of a request',
    ({ paths }) => delete paths['/api/products/{id}'].patch.requestBody.content['application/json'],
    /^PATCH \/api\/products\/{id}: it no longer takes a body of application\/json$/,
  ],
  [
    'a removed header of a response',
    (document) => delete getOf(document).responses['200'].headers.ETag,
    /^GET \/api\/products\/{id} 200: it no longer has the header ETag$/,
  ],
  [
    'a removed error',
    (document) => delete getOf(document).responses['404'].content['application/problem+json'].examples.not_found,
    /^GET \/api\/products\/{id}: it no longer responds 404 not_found$/,
  ],
  [
    'a credential that is needed',
    (document) => (getOf(document).security = [{ bearer: [] }]),
    /^GET \/api\/products\/{id}: it can no longer be called without a credential$/,
  ],
  [
    'a scope that is needed',
    (document) => (postOf(document)['x-scopes'] = ['catalog:write']),
    /^POST \/api\/products: it can no longer be called with products:write$/,
  ],
  ['a removed event', ({ webhooks }) => delete webhooks['order.paid'], /^event order\.paid: it was removed$/],
];

/** Changes that clients do not notice, or are told to expect. */
const ADDITIONS: readonly [string, (document: Document) => void][] = [
  ['an operation', ({ paths }) => (paths['/api/colours'] = { get: paths['/api/search'].get })],
  ['a field of a response', (document) => (productOf(document).properties.colour = { type: 'string' })],
  ['an optional field of a request', (document) => (inputOf(document).properties.colour = { type: 'string' })],
  [
    'an optional parameter',
    (document) => getOf(document).parameters.push({ name: 'colour', in: 'query', schema: { type: 'string' } }),
  ],
  ['a value of a response', (document) => productOf(document).properties.status.enum.push('paused')],
  ['a value that a request accepts', (document) => inputOf(document).properties.status.enum.push('paused')],
  ['a higher limit', (document) => (inputOf(document).properties.name.maxLength = 9_999)],
  ['an error', (document) => (getOf(document).responses['404'].content['application/problem+json'].examples.gone = {})],
  ['an event', ({ webhooks }) => (webhooks['order.shown'] = webhooks['order.paid'])],
  ['access without a scope', (document) => postOf(document)['x-scopes'].push('')],
  [
    'a parameter, a response, a body and a field that become components',
    (document) => {
      const { parameters, responses } = getOf(document);
      document.components.parameters = { Id: parameters[0] };
      parameters[0] = { $ref: '#/components/parameters/Id' };
      document.components.responses = { Missing: responses['404'] };
      responses['404'] = { $ref: '#/components/responses/Missing' };
      document.components.requestBodies = { Product: postOf(document).requestBody };
      postOf(document).requestBody = { $ref: '#/components/requestBodies/Product' };
      document.components.schemas.PriceOfProduct = productOf(document).properties.price;
      productOf(document).properties.price = { $ref: '#/components/schemas/PriceOfProduct' };
    },
  ],
  [
    'a component of another name',
    ({ components: { schemas } }) => {
      schemas.Ware = schemas.Product;
      schemas.Product = { $ref: '#/components/schemas/Ware' };
    },
  ],
];

describe('breaks of the API', () => {
  let document: OpenApiDocument;

  before(async () => {
    // a copy, in which each operation has parts of its own
    document = JSON.parse(JSON.stringify(withParts((await wholeDocument()) as OpenApiDocument)));
  });

  const breaksWith = (change: (document: Document) => void): string[] => {
    const changed = structuredClone(document);
    change(changed);
    return breaksOf(contractOf(document), contractOf(changed));
  };

  for (const [title, change, expected] of BREAKS) {
    it(`are named: ${title}`, () => {
      const breaks = breaksWith(change);
      expect(breaks, breaks.join('\n')).to.have.length(1);
      expect(breaks[0]).to.match(expected);
    });
  }

  for (const [title, change] of ADDITIONS) {
    it(`are not: ${title}`, () => {
      const changed = structuredClone(document);
      change(changed);
      expect(contractOf(changed)).to.not.deep.equal(contractOf(document));
      expect(breaksWith(change)).to.deep.equal([]);
    });
  }

  it('are found where a schema contains itself', () => {
    const nested = (document: Document) => document.components.schemas.CategoryTreeNode;
    expect(JSON.stringify(nested(document))).to.include('#/components/schemas/CategoryTreeNode');
    expect(breaksWith((changed) => delete nested(changed).allOf.at(-1).properties.children)).to.have.length(1);
  });
});
