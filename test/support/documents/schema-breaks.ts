import { LOWER_LIMITS, type Schema, UPPER_LIMITS } from './api-contract.ts';

/** `request`: clients send it, so that nothing may be narrower. `response`: they receive it, so that nothing may be wider. */
export type Use = 'request' | 'response';

/** What breaks clients: where below the schema, such as `variants[].price`, and what. */
export type Break = Readonly<{
  path: string;
  what: string /** The same for all places of a schema. */;
  origin: object;
}>;

type Schemas = Readonly<Record<string, Schema>>;

/** A schema without its references, null and single alternatives. */
type Plain = Readonly<{
  schema: Schema;
  isNullable: boolean;
  types: readonly string[];
  alternatives: readonly Schema[];
}>;

/** Compares schemas of a released contract with those of the current one. Schemas may contain themselves. */
export const makeCompare = (released: Schemas, current: Schemas) => {
  const known = new Map<Schema, Map<Schema, Partial<Record<Use, readonly Break[]>>>>();
  const compare = (was: Schema, is: Schema, use: Use): readonly Break[] => {
    const [before, now] = [plain(was, released), plain(is, current)];
    return [...nullBreaks(before, now, use), ...once(before, now, use)];
  };
  const once = (before: Plain, now: Plain, use: Use): readonly Break[] => {
    const ofBefore = known.get(before.schema) ?? new Map<Schema, Partial<Record<Use, readonly Break[]>>>();
    const found = ofBefore.get(now.schema) ?? {};
    known.set(before.schema, ofBefore.set(now.schema, found));
    const earlier = found[use];
    if (earlier !== undefined) return earlier;
    found[use] = [];
    found[use] = [
      ...typeBreaks(before, now, use),
      ...valueBreaks(before.schema, now.schema, use),
      ...(use === 'request' ? limitBreaks(before.schema, now.schema) : []),
      ...alternativeBreaks(before, now, use),
      ...memberBreaks(before.schema, now.schema, use),
    ];
    return found[use];
  };
  /** Each former alternative must still be one: what is closest to it is compared. */
  const alternativeBreaks = (before: Plain, now: Plain, use: Use): readonly Break[] => {
    if (before.alternatives.length + now.alternatives.length === 0) return [];
    const choices = now.alternatives.length === 0 ? [now.schema] : now.alternatives;
    const former = before.alternatives.length === 0 ? [before.schema] : before.alternatives;
    return former.flatMap((each) => {
      const candidates = choices.map((choice) => compare(each, choice, use));
      return candidates.reduce((best, next) => (next.length < best.length ? next : best));
    });
  };
  const memberBreaks = (before: Schema, now: Schema, use: Use): readonly Break[] => {
    const below = (name: string, was: Schema | undefined, is: Schema | undefined): readonly Break[] =>
      was === undefined || is === undefined ? [] : compare(was, is, use).map((each) => within(name, each));
    const open = ({ additionalProperties }: Schema): Schema | undefined =>
      typeof additionalProperties === 'object' ? additionalProperties : undefined;
    const patterns = Object.entries(before.patternProperties ?? {});
    return [
      ...propertyBreaks(before.properties ?? {}, now.properties ?? {}, use, below),
      ...patterns.flatMap(([pattern, was]) => below('*', was, now.patternProperties?.[pattern] ?? open(now))),
      ...below('*', open(before), open(now)),
      ...below('[]', before.items, now.items),
      ...below('', before.contentSchema, now.contentSchema),
    ];
  };
  return compare;
};

type Below = (name: string, was: Schema | undefined, is: Schema | undefined) => readonly Break[];

const propertyBreaks = (before: Schemas, now: Schemas, use: Use, below: Below): readonly Break[] => {
  const added = namesOf(now).filter((name) => !(name in before || `${name}?` in before));
  return [
    ...namesOf(before).flatMap((name) => {
      const is = now[name] ?? now[`${name}?`];
      if (is === undefined) return broken('was removed', name);
      const [wasRequired, isRequired] = [name in before, name in now];
      return [
        ...(use === 'request' && isRequired && !wasRequired ? broken('is required now', name) : []),
        ...(use === 'response' && wasRequired && !isRequired ? broken('is no longer always there', name) : []),
        ...below(name, before[name] ?? before[`${name}?`], is),
      ];
    }),
    ...(use === 'request'
      ? added.filter((name) => name in now).flatMap((name) => broken('is new and required', name))
      : []),
  ];
};

const namesOf = (schemas: Schemas): string[] => Object.keys(schemas).map((name) => name.replace(/\?$/, ''));

const broken = (what: string, path = ''): readonly Break[] => [{ path, what, origin: {} }];

const within = (name: string, { path, ...rest }: Break): Break => ({
  ...rest,
  path: name === '' || path === '' || path.startsWith('[') ? `${name}${path}` : `${name}.${path}`,
});

const plain = (schema: Schema, schemas: Schemas): Plain => {
  if (schema.$ref !== undefined) return plain(schemas[schema.$ref.replace(/.*\//, '')] ?? {}, schemas);
  if (schema.allOf !== undefined) return plain(joined(schema, schema.allOf, schemas), schemas);
  const types = [schema.type ?? []].flat();
  const all = schema.anyOf ?? schema.oneOf ?? [];
  const alternatives = all.filter(({ type }) => type !== 'null');
  const isNullable = types.includes('null') || alternatives.length < all.length;
  const [only, ...others] = alternatives.map((each) => plain(each, schemas));
  if (only !== undefined && others.length === 0) return { ...only, isNullable: isNullable || only.isNullable };
  const inner = only === undefined ? [] : [only, ...others].flatMap((each) => each.types);
  return { schema, isNullable, alternatives, types: [...types.filter((type) => type !== 'null'), ...inner] };
};

const joins = new WeakMap<Schema, Schema>();

/** One schema of the parts of another; a part replaces the fields of those before it. */
const joined = (schema: Schema, parts: readonly Schema[], schemas: Schemas): Schema => {
  const known = joins.get(schema);
  if (known !== undefined) return known;
  const whole = parts.map((part) => plain(part, schemas).schema);
  const all = whole.flatMap(({ properties = {} }) => Object.entries(properties));
  // what one part requires is required
  const names = whole.flatMap(({ required = [] }) => required).concat(all.map(([name]) => name));
  const fields = all.map(([name, field]) => [name.replace(/\?$/, ''), field] as const);
  const properties = Object.fromEntries(
    Object.entries(Object.fromEntries(fields)).map(([name, field]) => [
      names.includes(name) ? name : `${name}?`,
      field,
    ]),
  );
  const join = { ...Object.assign({}, ...whole), properties };
  joins.set(schema, join);
  return join;
};

const nullBreaks = (before: Plain, now: Plain, use: Use): readonly Break[] => {
  if (before.isNullable === now.isNullable) return [];
  if (use === 'request') return before.isNullable ? broken('must not be null any more') : [];
  return now.isNullable ? broken('may be null now') : [];
};

const typeBreaks = (before: Plain, now: Plain, use: Use): readonly Break[] => {
  const [needed, allowed] = use === 'request' ? [before, now] : [now, before];
  const isAllowed = (type: string): boolean =>
    allowed.types.includes(type) || (type === 'integer' && allowed.types.includes('number'));
  const everything = allowed.types.length === 0;
  if (everything || (needed.types.length > 0 && needed.types.every(isAllowed))) return [];
  const text = ({ types }: Plain): string => [...new Set(types)].join(' or ') || 'anything';
  return broken(`is ${text(now)} instead of ${text(before)}`);
};

const valueBreaks = (before: Schema, now: Schema, use: Use): readonly Break[] => {
  const [was, is] = [before, now].map((each) => each.enum ?? (each.const === undefined ? undefined : [each.const]));
  if (is === undefined) return formatBreaks(before, now, use);
  if (was === undefined) return use === 'request' ? broken(`accepts only ${listOf(is)} now`) : [];
  const missing = was.filter((value) => !is.includes(value));
  if (missing.length === 0) return [];
  return broken(`${use === 'request' ? 'no longer accepts' : 'is no longer'} ${listOf(missing)}`);
};

const listOf = (values: readonly unknown[]): string => values.map((value) => `\`${value}\``).join(', ');

const formatBreaks = ({ format: was }: Schema, { format: is }: Schema, use: Use): readonly Break[] => {
  const [narrow, wide] = use === 'request' ? [was, is] : [is, was];
  if (was === is || wide === undefined || (narrow === 'int32' && wide === 'int64')) return [];
  return broken(`has the format ${is ?? 'of any text'} instead of ${was ?? 'any'}`);
};

const limitBreaks = (before: Schema, now: Schema): readonly Break[] => [
  ...UPPER_LIMITS.filter((limit) => (now[limit] ?? Infinity) < (before[limit] ?? Infinity)).flatMap((limit) =>
    broken(`has the ${limit} ${now[limit]} instead of ${before[limit] ?? 'none'}`),
  ),
  ...LOWER_LIMITS.filter((limit) => (now[limit] ?? -Infinity) > (before[limit] ?? -Infinity)).flatMap((limit) =>
    broken(`has the ${limit} ${now[limit]} instead of ${before[limit] ?? 'none'}`),
  ),
  ...(before.default === now.default || before.default === undefined
    ? []
    : broken(`has the default ${now.default ?? 'none'} instead of ${before.default}`)),
  ...(now.pattern === undefined || now.pattern === before.pattern ? [] : broken(`must match ${now.pattern}`)),
  ...(now.additionalProperties === false && before.additionalProperties !== false && before.properties !== undefined
    ? broken('accepts no other fields now')
    : []),
];
