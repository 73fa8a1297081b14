import { STATUS_CODES } from 'node:http';
import { type Components, type Shared, share } from './components.ts';

type Part = Readonly<{ name?: string; $ref?: string }>;
type Response = Part & Readonly<{ content?: Readonly<Record<string, Readonly<{ schema?: Part }>>> }>;
type Operation = Readonly<{
  operationId: string;
  parameters: readonly Part[];
  responses: Readonly<Record<string, Response>>;
}>;

/** Moves the parameters and the responses that several operations have to the components. */
export const withSharedParts = <O extends Operation>(operations: readonly O[], components: Components): O[] => {
  const parameters = operations.flatMap(({ operationId, parameters }) =>
    parameters.map((part) => ({ operationId, part, name: part.name ?? '' })),
  );
  const responses = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).map(([status, part]) => ({ operationId, part, name: nameOf(status, part) })),
  );
  const parameterOf = shared(parameters, 'parameters', components);
  const responseOf = shared(responses, 'responses', components);
  return operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.map(parameterOf),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, part]) => [status, responseOf(part)]),
    ),
  }));
};

/** Such as `OKCart`. */
const nameOf = (status: string, { content = {} }: Response): string => {
  const [schema] = Object.values(content).map((each) => each.schema?.$ref?.replace(/.*\//, ''));
  return `${STATUS_CODES[status] ?? ''}${schema ?? ''}`.replaceAll(' ', '');
};

type Used = Readonly<{ operationId: string; part: Part; name: string }>;

/** @returns what refers to a part instead of it, if several operations have the part. */
const shared = (used: readonly Used[], kind: Shared, components: Components): ((part: Part) => Part) => {
  const inline = used.filter(({ part }) => part.$ref === undefined);
  const references = new Map<string, object>();
  for (const [text, [first, second]] of Map.groupBy(inline, ({ part }) => JSON.stringify(part))) {
    if (first === undefined || second === undefined) continue;
    const { name, operationId, part } = first;
    const component = components[kind][name] === undefined ? name : `${name}.${operationId}`;
    references.set(text, share(components, kind, component, part));
  }
  return (part) => references.get(JSON.stringify(part)) ?? part;
};
