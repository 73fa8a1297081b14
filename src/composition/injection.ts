import 'reflect-metadata';
import { Container, type ServiceIdentifier } from 'inversify';

/** The key under which the container holds a value of type `T`. */
export type Token<T> = ServiceIdentifier<T>;

/** All values that are bound to a token, as one list. */
type Every<T> = Readonly<{ isMultiple: true; serviceIdentifier: Token<T> }>;

type Dependency = Token<unknown> | Every<unknown>;

type Injected<N> = {
  readonly [K in keyof N]: N[K] extends Every<infer T> ? T[] : N[K] extends Token<infer T> ? T : never;
};

/** Puts one value into the container. */
export type Binding = (container: Container) => void;

export const token = <T>(name: string): Token<T> => Symbol(name) as Token<T>;

export const every = <T>(serviceIdentifier: Token<T>): Every<T> => ({ isMultiple: true, serviceIdentifier });

/**
 * Binds a token to what `make` returns, once, when it is first needed. It gets the values of other tokens under their names:
 * a token of the wrong type for a name does not compile.
 */
export const provide = <T, const N extends Readonly<Record<string, Dependency>>>(
  to: Token<T>,
  dependencies: N,
  make: (values: Injected<N>) => NoInfer<T>,
): Binding => {
  const names = Object.keys(dependencies);
  const makeOf = (...values: unknown[]): T =>
    make(Object.fromEntries(names.map((name, index) => [name, values[index]])) as Injected<N>);
  return (container) => container.bind(to).toResolvedValue(makeOf, Object.values(dependencies)).inSingletonScope();
};

export const constant =
  <T>(to: Token<T>, value: NoInfer<T>): Binding =>
  (container) =>
    container.bind(to).toConstantValue(value);

export const makeContainer = (bindings: readonly Binding[]): Container => {
  const container = new Container();
  for (const bind of bindings) bind(container);
  return container;
};
