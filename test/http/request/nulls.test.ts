import { expect } from 'chai';
import { createTargets } from '../../support/builders/operation-targets.ts';
import { LOCAL_WEBHOOK_SETTINGS } from '../../support/builders/webhooks.ts';
import { onService } from '../../support/servers/on-service.ts';

type Schema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema | boolean;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  example?: unknown;
  enum?: readonly unknown[];
}>;

type Document = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>;
}>;

type Operation = Readonly<{
  operationId: string;
  requestBody?: Readonly<{ content: Readonly<Record<string, Readonly<{ schema: Schema; example?: unknown }>>> }>;
}>;

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values of a schema in which one place is null, or an array has two nulls. */
const nullsIn = (document: Document) => {
  const resolved = (schema: Schema): readonly Schema[] => {
    const { $ref, anyOf = [], oneOf = [], allOf = [] } = schema;
    const name = $ref?.split('/').at(-1);
    const target = name === undefined ? undefined : document.components.schemas[name];
    const parts = [...anyOf, ...oneOf, ...allOf, ...(target === undefined ? [] : [target])];
    return [schema, ...parts.flatMap(resolved)];
  };
  const propertiesOf = (schema: Schema): [string, Schema][] =>
    resolved(schema).flatMap(({ properties = {} }) => Object.entries(properties));
  const variants = (schema: Schema, value: unknown, depth: number): unknown[] => {
    if (depth === 0) return [null];
    const base = isObject(value) ? value : {};
    const elements = resolved(schema).flatMap(({ items }) => items ?? []);
    const [first] = Array.isArray(value) ? value : [];
    return [
      null,
      ...propertiesOf(schema).flatMap(([name, property]) =>
        variants(property, base[name] ?? property.example, depth - 1).map((variant) => ({ ...base, [name]: variant })),
      ),
      ...(elements.length === 0
        ? []
        : [
            [null, null],
            [...(Array.isArray(value) ? value : []), null],
          ]),
      ...elements.flatMap((element) => variants(element, first ?? element.example, depth - 1).map((one) => [one])),
      ...resolved(schema).flatMap(({ additionalProperties: more }) =>
        typeof more === 'object' ? [{ ...base, nothing: null }] : [],
      ),
    ];
  };
  return variants;
};

/** Writes that need a code or a token which nobody has here. */
const WITHOUT_SUCCESS = ['signIn', 'resetPassword', 'verifyEmail', 'confirmSecondFactor', 'renewRecoveryCodes'];

onService(
  'a null',
  ({ app }) => {
    it('in any place of any body is refused, or means none', async () => {
      const document: Document = (await app().call('/api/openapi.json')).json;
      const variants = nullsIn(document);
      const targets = await createTargets(app());
      const succeeded = new Set<string>();
      const failed: string[] = [];
      const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, { operationId, requestBody }]) => {
          const content = Object.values(requestBody?.content ?? {}).at(-1);
          return isObject(content?.example)
            ? [{ path, method, operationId, schema: content.schema, example: content.example }]
            : [];
        }),
      );
      for (const { path, method, operationId, schema, example } of operations) {
        const { at, body: base, key = app().ownerKey } = targets[operationId] ?? { at: path, body: example };
        for (const body of [base, ...variants(schema, base, 4)]) {
          const options = { method: method.toUpperCase(), body, key };
          const dry = await app().call(`${at}?dry_run=true`, options);
          const reply = dry.text.includes('dry_run_unsupported') ? await app().call(at, options) : dry;
          if (reply.status < 300) succeeded.add(operationId);
          if (reply.status >= 500) failed.push(`${operationId} ${JSON.stringify(body)}`);
        }
      }
      expect(failed).to.deep.equal([]);
      const refused = operations.map(({ operationId }) => operationId).filter((name) => !succeeded.has(name));
      expect(refused, 'operations that were never carried out').to.have.members(WITHOUT_SUCCESS);
    });
  },
  { ...LOCAL_WEBHOOK_SETTINGS, TEST_CLOCK: 'true' },
);
