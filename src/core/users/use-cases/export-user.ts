import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Json } from '#core/shared/page.ts';
import type { UnitOfWork } from '#core/unit-of-work.ts';
import { userExportedBy } from '../audit-entries.ts';
import { requireAuthority } from '../authority.ts';
import type { PersonalData, PersonalDataQueries } from '../personal-data-queries.ts';
import type { UserId } from '../user.ts';

/** Gives all that is held of a person; that it was given is recorded. */
export type ExportUser = (actor: Actor, id: UserId) => Promise<Readonly<{ data: Json<PersonalData>; at: Date }>>;

export const makeExportUser =
  ({
    unitOfWork,
    personalData,
    clock,
  }: {
    unitOfWork: UnitOfWork;
    personalData: PersonalDataQueries;
    clock: Clock;
  }): ExportUser =>
  async (actor, id) => {
    requireOwnership(actor, 'users:read', { kind: 'user', id, userId: id });
    const user = await unitOfWork.run((tx) => tx.users.find(id));
    if (user === undefined) throw notFound('user', id);
    // keys and what somebody did are in it, which their role may let fewer people see than the person
    requireAuthority(actor, user, 'To export this user');
    const data = await personalData.collect(id);
    if (data === undefined) throw notFound('user', id);
    const at = clock.now();
    await unitOfWork.run((tx) => tx.audit.append(userExportedBy(actor, { id }, at)));
    return { data, at };
  };
