/** The parts of an OpenAPI document that the reference shows. */

export type Schema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  patternProperties?: Readonly<Record<string, Schema>>;
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  examples?: readonly unknown[];
  contentSchema?: Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
}>;

type Media = Readonly<{ schema?: Schema; example?: unknown; examples?: object }>;
type Content = Readonly<Record<string, Media>>;
type Parameter = Readonly<{
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description: string;
  schema: Schema;
}>;
type Response = Readonly<{ $ref?: string; description: string; content?: Content }>;

type DescribedOperation = Readonly<{
  operationId: string;
  tags: readonly [string];
  summary: string;
  description: string;
  security?: readonly object[];
  parameters: readonly Parameter[];
  requestBody?: Readonly<{ required?: boolean; content: Content }>;
  responses: Readonly<Record<string, Response>>;
}>;

export type OpenApiDocument = Readonly<{
  info: Readonly<{ version: string; description: string }>;
  tags: readonly Readonly<{ name: string; description: string }>[];
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  webhooks: Readonly<Record<string, Readonly<{ post: DescribedOperation }>>>;
  components: Readonly<{
    schemas: Readonly<Record<string, Schema>>;
    parameters: Readonly<Record<string, Parameter>>;
    responses: Readonly<Record<string, Response>>;
    examples: Readonly<Record<string, Readonly<{ value: object }>>>;
    securitySchemes: Readonly<{ bearer: Readonly<{ description: string }> }>;
  }>;
}>;

/** An operation with its parameters and responses instead of references to them. */
export type Operation = Omit<DescribedOperation, 'parameters' | 'responses'> &
  Readonly<{
    method: string;
    path: string;
    parameters: readonly Parameter[];
    success: readonly (readonly [status: string, Response])[];
    problems: readonly Readonly<{ status: string; code: string }>[];
  }>;

/** The name of the component that a reference leads to. */
export const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

export const operationsOf = ({ paths, components }: OpenApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const responses = Object.entries(operation.responses).map(
        ([status, each]) => [status, part(each, components.responses)] as const,
      );
      return {
        ...operation,
        method,
        path,
        parameters: operation.parameters.map((each) => part(each, components.parameters)),
        success: responses.filter(([status]) => status.startsWith('2')),
        problems: responses.flatMap(([status, { content = {} }]) =>
          Object.keys(content['application/problem+json']?.examples ?? {}).map((code) => ({ status, code })),
        ),
      };
    }),
  );

const part = <P extends Readonly<{ $ref?: string }>>(value: P, parts: Readonly<Record<string, P>>): P =>
  (value.$ref === undefined ? undefined : parts[nameOf(value.$ref)]) ?? value;

/** What a response contains: the resource, or those of a list. */
export const contentOf = ({ content = {} }: Response): Schema | undefined => {
  const { schema } = Object.values(content)[0] ?? {};
  return schema?.contentSchema ?? schema;
};
