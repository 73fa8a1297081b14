import { type Components, share } from './components.ts';

type Parameter = Readonly<{ name?: string; $ref?: string }>;
type Operation = Readonly<{ operationId: string; parameters: readonly Parameter[] }>;

/** Moves the parameters that several operations have to the components. */
export const withSharedParameters = <O extends Operation>(operations: readonly O[], components: Components): O[] => {
  const uses = Map.groupBy(
    operations.flatMap(({ operationId, parameters }) =>
      parameters.filter(isInline).map((parameter) => ({ operationId, parameter, text: JSON.stringify(parameter) })),
    ),
    ({ text }) => text,
  );
  const references = new Map<string, object>();
  for (const [text, [first, second]] of uses) {
    if (first === undefined || second === undefined) continue;
    const { name } = first.parameter;
    const isTaken = components.parameters[name] !== undefined;
    const component = isTaken ? `${name}.${first.operationId}` : name;
    references.set(text, share(components, 'parameters', component, first.parameter));
  }
  return operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.map((each) => references.get(JSON.stringify(each)) ?? each),
  }));
};

const isInline = (parameter: Parameter): parameter is Parameter & { name: string } => parameter.name !== undefined;
