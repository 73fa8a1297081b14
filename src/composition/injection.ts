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

type Factory<T> = Readonly<{ tokens: Dependency[]; make: (...values: unknown[]) => T }>;

/** Puts one value into the container. */
export type Binding = (container: Container) => void;

export const token = <T>(name: string): Token<T> => Symbol(name) as Token<T>;

export const every = <T>(serviceIdentifier: Token<T>): Every<T> => ({ isMultiple: true, serviceIdentifier });

/** Calls `make` with the values of the tokens under their names. A token of the wrong type for a name does not compile. */
export const inject = <const N extends Readonly<Record<string, Dependency>>, T>(
  dependencies: N,
  make: (values: Injected<N>) => T,
): Factory<T> => {
  const names = Object.keys(dependencies);
  return {
    tokens: Object.values(dependencies),
    make: (...values) => make(Object.fromEntries(names.map((name, index) => [name, values[index]])) as Injected<N>),
  };
};

/** Binds a token to what a factory makes, once, when it is first needed. */
export const provide =
  <T>(to: Token<T>, { tokens, make }: Factory<NoInfer<T>>): Binding =>
  (container) =>
    container.bind(to).toResolvedValue(make, tokens).inSingletonScope();

export const constant =
  <T>(to: Token<T>, value: NoInfer<T>): Binding =>
  (container) =>
    container.bind(to).toConstantValue(value);

export const makeContainer = (bindings: readonly Binding[]): Container => {
  const container = new Container();
  for (const bind of bindings) bind(container);
  return container;
};
