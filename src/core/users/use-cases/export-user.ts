import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Json } from '#core/shared/page.ts';
import type { UnitOfWork } from '#core/storage.ts';
import { userExportedBy } from '../audit-entries.ts';
import { requireAuthority } from '../authority.ts';
import type { PersonalData, PersonalDataQueries } from '../personal-data-queries.ts';
import type { UserId } from '../user.ts';

/** Exports all data about a person and records the export. */
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
    // the export contains keys and actions, which the actor's role may not include
    requireAuthority(actor, user, 'Exporting this user');
    const data = await personalData.collect(id);
    if (data === undefined) throw notFound('user', id);
    const at = clock.now();
    await unitOfWork.run((tx) => tx.audit.append(userExportedBy(actor, { id }, at)));
    return { data, at };
  };
