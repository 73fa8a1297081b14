import { accessLevelOf, owns } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { type Found, Json, type Page } from '#core/shared/page.ts';
import type { Access, ActionRules, ApiResponse } from '../routing/route.ts';

/** A view with the actions that the resource's state allows. */
type Actionable = Readonly<{
  id: string;
  order_id?: string | null;
  user_id: string | null;
  actions: readonly string[];
}>;

/**
 * Shows a resource's actions to a caller: only those that the caller may do, by the access rules of their operations.
 * Most callers with such actions may do all of them, and their responses pass unparsed.
 */
export const makeAllowedActions = <View extends Actionable>(
  rules: ActionRules,
  /** Whether owners without the scope may do an action now. */
  mayOwner: (action: string, view: View) => boolean = () => true,
) => {
  const mayAll = (actor: Actor): boolean =>
    Object.values(rules).every((access) => access.kind === 'scope' && accessLevelOf(actor, access.scope) === 'all');

  const isAllowedNow = (actor: Actor, action: string, view: View): boolean => {
    const access = rules[action];
    if (!isAllowed(actor, access, isOwn(actor, view))) return false;
    return (access?.kind === 'scope' && accessLevelOf(actor, access.scope) === 'all') || mayOwner(action, view);
  };

  const viewFor = <V extends View>(actor: Actor, view: V): V => ({
    ...view,
    actions: view.actions.filter((action) => isAllowedNow(actor, action, view)),
  });

  return {
    found: <F extends Found<View>>(actor: Actor, found: F): F =>
      mayAll(actor) ? found : { ...found, view: Json.of(viewFor(actor, Json.parse(found.view))) },

    page: (actor: Actor, page: Page<View>): Page<View> =>
      mayAll(actor) ? page : { ...page, items: page.items.map((item) => Json.of(viewFor(actor, Json.parse(item)))) },

    response: (actor: Actor, response: ApiResponse): ApiResponse =>
      mayAll(actor) ? response : { ...response, body: viewFor(actor, response.body as View) },
  };
};

const isOwn = (actor: Actor, { id, order_id: orderId, user_id: userId }: Actionable): boolean =>
  owns(actor, { userId: userId as Id<'usr'> | null, orderId: (orderId ?? id) as Id<'ord'> });

const isAllowed = (actor: Actor, access: Access | undefined, isOwn: boolean): boolean => {
  if (access?.kind !== 'scope') return false;
  const level = accessLevelOf(actor, access.scope);
  return level === 'all' || (level === 'own' && access.own === true && isOwn);
};

/** An error with only those of its actions that the caller may do. A caller without access to all resources gets it for their own only. */
export const forCaller = (error: unknown, actor: Actor, rules: ActionRules = {}): unknown => {
  if (!(error instanceof DomainError)) return error;
  const { actions } = error.details as { actions?: readonly string[] };
  if (actions === undefined) return error;
  const { kind, code, message, fieldErrors, cause, details } = error;
  const own = actions.filter((action) => isAllowed(actor, rules[action], true));
  return new DomainError(kind, code, message, { details: { ...details, actions: own }, fieldErrors, cause });
};
