import type { JsonSchema } from './json-schema.ts';

type ObjectSchema = JsonSchema & Readonly<{ properties: Record<string, JsonSchema>; required?: readonly string[] }>;

/** Describes each object that has all members of another one as that one and more. */
export const extendedSchemas = (schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> => {
  const objects = Object.entries(schemas).filter((entry): entry is [string, ObjectSchema] => isOpenObject(entry[1]));
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const [base] = objects
        .filter(([, other]) => isOpenObject(schema) && isExtendedBy(other, schema))
        .sort(([, one], [, other]) => membersOf(other).length - membersOf(one).length);
      return [name, base === undefined ? schema : extensionOf(base, schema as ObjectSchema)];
    }),
  );
};

/** An object that clients expect to get more members. Those of a base may not forbid the members of its extension. */
const isOpenObject = (schema: JsonSchema): schema is ObjectSchema =>
  schema['properties'] !== undefined && schema['additionalProperties'] === undefined;

const membersOf = ({ properties }: ObjectSchema): string[] => Object.keys(properties);

/** A base has at least half of the members: an order does not extend its short form in a list. */
const isExtendedBy = (base: ObjectSchema, schema: ObjectSchema): boolean =>
  2 * membersOf(base).length >= membersOf(schema).length &&
  (membersOf(base).length < membersOf(schema).length || isGeneral(base)) &&
  base !== schema &&
  (base.required ?? []).every((name) => schema.required?.includes(name)) &&
  membersOf(base).every((name) => isSame(base, schema, name) || isNarrowed(base, schema, name));

const isSame = (base: ObjectSchema, schema: ObjectSchema, name: string): boolean =>
  JSON.stringify(base.properties[name]) === JSON.stringify(schema.properties[name]);

/** Any object, which a schema replaces by a certain one. */
const isAnyObject = (schema: JsonSchema | undefined): boolean => schema?.['additionalProperties'] === true;

const isGeneral = ({ properties }: ObjectSchema): boolean => Object.values(properties).some(isAnyObject);

const isNarrowed = (base: ObjectSchema, schema: ObjectSchema, name: string): boolean =>
  isAnyObject(base.properties[name]) && schema.properties[name]?.['$ref'] !== undefined;

const extensionOf = ([name, base]: [string, ObjectSchema], schema: ObjectSchema): JsonSchema => {
  const { description, properties, required = [], ...rest } = schema;
  const own = Object.entries(properties).filter(([member]) => !isSame(base, schema, member));
  const ownRequired = required.filter((member) => !base.required?.includes(member));
  return {
    description,
    allOf: [
      { $ref: `#/components/schemas/${name}` },
      {
        ...rest,
        properties: Object.fromEntries(own),
        ...(ownRequired.length > 0 ? { required: ownRequired } : {}),
      },
    ],
  };
};
