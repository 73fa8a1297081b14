/** What a capability adds to the lists of the whole service. It is declared here only; the lists are derived. */
export type Manifest = Readonly<{
  /** Scopes that keys and permissions may hold: `<resource>:read` or `<resource>:write`. */
  scopes: readonly `${string}:${'read' | 'write'}`[];
  /** Scopes that a scope includes: who holds it holds them too. None if omitted. */
  includedScopes?: Readonly<Record<string, readonly string[]>>;
  /** Those of the scopes that every user of the role `staff` holds. */
  staffScopes: readonly string[];
  /** Types of the events that are emitted: `<resource>.<past participle>`. */
  eventTypes: readonly `${string}.${string}`[];
  /** The scope that these events require, since they show the resource; null without events. */
  eventScope: `${string}:read` | null;
  idPrefixes: readonly string[];
  /** The groups of its operations in the OpenAPI document. */
  tags: readonly Readonly<{ name: string; description: string }>[];
}>;
