// Why: docs/decisions/0073-size-of-the-openapi-document.md

import type { JsonSchema } from './json-schema.ts';

export type Shared = 'parameters' | 'responses';

/** The parts of the document that others refer to, by name. */
export type Components = Readonly<{ schemas: Record<string, JsonSchema> }> &
  Readonly<Record<Shared, Record<string, object>>>;

export const makeComponents = (schemas: Record<string, JsonSchema>): Components => ({
  parameters: {},
  responses: {},
  schemas,
});

/** Keeps a component and refers to it. @throws Error if another component has the name. */
export const share = (components: Components, kind: Shared, name: string, value: object): object => {
  const known = components[kind][name];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(value))
    throw new Error(`Two components are named ${kind}/${name}.`);
  components[kind][name] = value;
  return { $ref: `#/components/${kind}/${name}` };
};
