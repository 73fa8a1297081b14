type Part = Readonly<{ $ref?: string }>;
type Operation = Readonly<{ parameters?: readonly Part[]; responses: Readonly<Record<string, Part>> }>;
type Document = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}>;

/** The OpenAPI document with the parameters and responses of its operations instead of references to them. */
export const withParts = <D extends object>(document: D): D => {
  const { paths, components } = document as unknown as Document;
  const partOf = (part: Part): object => {
    const [kind = '', name = ''] = part.$ref?.split('/').slice(2) ?? [];
    return components[kind]?.[name] ?? part;
  };
  const operationOf = ({ parameters = [], responses, ...rest }: Operation): object => ({
    ...rest,
    parameters: parameters.map(partOf),
    responses: Object.fromEntries(Object.entries(responses).map(([status, each]) => [status, partOf(each)])),
  });
  const operations = Object.entries(paths).map(([at, methods]) => [
    at,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, operationOf(operation)])),
  ]);
  return { ...document, paths: Object.fromEntries(operations) };
};
