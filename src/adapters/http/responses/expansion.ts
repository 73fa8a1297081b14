import Joi from 'joi';
import { accessLevelOf, owns } from '#core/access/ownership.ts';
import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { required } from '../schemas/required.ts';

/**
 * A related resource that a read of a `View` can include. Its capability describes it, and the read of another one shows
 * it: so the capabilities stay apart.
 */
export type Expansion<View> = Readonly<{
  /** In the parameter `expand`: the member that it adds, or as `items.product` the member that it adds to each item. */
  name: string;
  /** The schema of the member. */
  schema: Joi.Schema;
  /** The value of the member, or one for each item. @throws DomainError `insufficient_scope`. */
  read: (actor: Actor, view: View) => Promise<unknown>;
}>;

/** The query of a read with expansions; undefined if the client names none. */
type ExpandQuery = Readonly<{ expand?: readonly string[] }>;

type Arrays = Readonly<Record<string, readonly object[]>>;

/** The parameter `expand` and the response of a read with expansions. */
export const makeExpansions = <View extends object>(expansions: readonly Expansion<View>[]) => ({
  query: expandQuery(expansions.map(({ name }) => name)),

  /** The schema of a resource with the expanded members. */
  schemaOf: (schema: Joi.ObjectSchema, id: string, items: Readonly<Record<string, Joi.ObjectSchema>> = {}) => {
    const membersOf = (parent: string | undefined): Joi.PartialSchemaMap =>
      Object.fromEntries(
        expansions
          .filter(({ name }) => placeOf(name).parent === parent)
          .map((each) => [placeOf(each.name).member, each.schema]),
      );
    const arrays = Object.entries(items).map(([parent, item]) => {
      const expanded = item.append(membersOf(parent)).id(`${id}Item`);
      return [parent, required(Joi.array().items(expanded), 'The items.')];
    });
    return schema.append({ ...Object.fromEntries(arrays), ...membersOf(undefined) }).id(id);
  },

  /** The view with the named members. @throws DomainError `insufficient_scope`. */
  expand: async (actor: Actor, view: View, names: readonly string[]): Promise<object> => {
    const chosen = expansions.filter(({ name }) => names.includes(name));
    const values = await Promise.all(chosen.map((each) => each.read(actor, view)));
    return chosen.reduce<object>((expanded, { name }, index) => withMember(expanded, name, values[index]), view);
  },
});

const placeOf = (name: string): Readonly<{ parent: string | undefined; member: string }> => {
  const [first = '', second] = name.split('.');
  return second === undefined ? { parent: undefined, member: first } : { parent: first, member: second };
};

const withMember = (view: object, name: string, value: unknown): object => {
  const { parent, member } = placeOf(name);
  if (parent === undefined) return { ...view, [member]: value };
  const items = ((view as Arrays)[parent] ?? []).map((item, index) => ({
    ...item,
    [member]: (value as readonly unknown[])[index],
  }));
  return { ...view, [parent]: items };
};

const expandQuery = (names: readonly string[]): Joi.ObjectSchema<ExpandQuery> =>
  Joi.object({
    expand: Joi.string()
      .max(names.join().length)
      .custom((value: string, helpers) => {
        const named = value.split(',');
        if (new Set(named).size === named.length && named.every((name) => names.includes(name))) return named;
        const message = `must be some of ${names.join(', ')}, each at most once, separated by commas`;
        return helpers.error('any.only', { message });
      })
      .description(`Related resources that the response includes, separated by commas: ${names.join(', ')}.`)
      .example(names.join()),
  });

/**
 * Requires that an actor may read what belongs to a user or an order: by the scope, as that user, or by the order's token.
 * @throws DomainError `insufficient_scope`.
 */
export const requireExpandable = (
  actor: Actor,
  scope: Scope,
  { name, ...owned }: Readonly<{ name: string; userId: Id<'usr'> | null; orderId?: Id<'ord'> }>,
): void => {
  const level = accessLevelOf(actor, scope);
  const isOwn = level === 'own' && owns(actor, owned);
  if (level !== 'all' && !isOwn) Scope.requireAll(actor, [scope], `Expanding ${name}`);
};
