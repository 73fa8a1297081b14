import { accessLevelOf, requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { orNotFound } from '#core/shared/domain-error.ts';
import type { Json } from '#core/shared/page.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { requireAuthority } from '../authority.ts';
import { PERSONAL_DATA_KINDS, type PersonalDataKind, type PersonalDataQueries, type UsersTx } from '../ports.ts';
import { userExportedBy } from '../records.ts';
import type { UserId } from '../user.ts';
import { USER_VIEWS, type UserView } from '../user-view.ts';

/** All data about a person, read page by page so that memory does not grow with its size. */
export type UserExport = Readonly<{
  user: UserView;
  /** The pages of each kind of data. */
  parts: readonly Readonly<{ kind: PersonalDataKind; pages: AsyncIterable<readonly Json<object>[]> }>[];
  /** When the export began. */
  at: Date;
}>;

/** Records the export of all data about a person and begins it. */
export type ExportUser = (actor: Actor, id: UserId) => Promise<UserExport>;

type Deps = Readonly<{ unitOfWork: UnitOfWork<UsersTx>; personalData: PersonalDataQueries; clock: BusinessClock }>;

export const makeExportUser =
  ({ unitOfWork, personalData, clock }: Deps): ExportUser =>
  async (actor, id) => {
    requireOwnership(actor, 'users:read', { kind: 'user', id, userId: id });
    const at = clock.now();
    const user = await unitOfWork.run(async (tx) => {
      const found = orNotFound(await tx.users.find(id), 'user', id);
      // the export contains keys and actions, which the actor's role may not include
      requireAuthority(actor, found, 'Exporting this user');
      await tx.audit.append(userExportedBy(actor, { id }, at));
      return found;
    });
    const reader = accessLevelOf(actor, 'orders:read') === 'all' ? 'full' : 'buyer';
    const parts = PERSONAL_DATA_KINDS.map((kind) => ({ kind, pages: personalData.pages(kind, id, reader) }));
    const visibility = accessLevelOf(actor, 'users:read') === 'all' ? 'staff' : 'own';
    return { user: USER_VIEWS[visibility](user), parts, at };
  };
