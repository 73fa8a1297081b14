import { type Found, Json } from '#core/shared/page.ts';
import type { UserId } from '#core/users/user.ts';

/** Whether a resource is of a user; without one, every resource is. */
export const isOwnedBy =
  (ownerId: UserId | undefined) =>
  ({ userId }: Readonly<{ userId: UserId | null }>): boolean =>
    ownerId === undefined || userId === ownerId;

/** The view of a resource, its version, and whose it is. */
export const foundWithOwner = <R extends Readonly<{ version: number; userId: UserId | null }>, View>(
  viewOf: (resource: R) => View,
  resource: R | undefined,
): (Found<View> & Readonly<{ userId: R['userId'] }>) | undefined =>
  resource && { view: Json.of(viewOf(resource)), version: resource.version, userId: resource.userId };
