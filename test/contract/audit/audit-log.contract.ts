import { expect } from 'chai';
import { type AuditEntry, type AuditFilter, auditEntryView } from '#core/audit/audit-entry.ts';
import { Actor } from '#core/shared/actor.ts';
import { Json, type Position } from '#core/shared/page.ts';
import { anActor, aUser, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { TEXT } from '../../support/strings.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `AuditLog` and `AuditQueries`. */
export const auditLogContract = (name: string, open: OpenStorage): void => {
  describe(`AuditLog on ${name}`, () => {
    const storage = useStorage(open);
    const [ada, bob] = [anActor(aUser({ role: 'owner' })), anActor(aUser({ role: 'staff' }))];
    const product = { type: 'product', id: ids.next('prod') } as const;
    const user = { type: 'user', id: ids.next('usr') } as const;
    const entry = (actor: Actor, action: string, fields: Partial<AuditEntry> = {}): AuditEntry => ({
      actor,
      action,
      resource: null,
      before: {},
      after: {},
      at: NOON,
      ...fields,
    });
    const entries = [
      entry(Actor.system, 'user.created', { resource: user, after: { role: 'owner', email: '[withheld]' } }),
      entry(ada, 'product.updated', { resource: product, before: { price: 19.99 }, after: { price: 5, stock: null } }),
      entry(bob, 'product.updated', { resource: product, at: noonPlus(1), after: { text: '𝒜 "quoted" \\' } }),
      entry(bob, 'access.refused', { at: noonPlus(2), after: { operation: 'GET /api/audit_log' } }),
      entry({ ...Actor.anonymous, requestId: 'r-1' }, 'session.refused', { at: noonPlus(3), resource: user }),
    ];
    const newestFirst = [...entries].reverse();

    before(async () => {
      await storage().unitOfWork.run((tx) => tx.audit.append(...entries.slice(0, 2)));
      for (const one of entries.slice(2)) await storage().unitOfWork.run((tx) => tx.audit.append(one));
    });

    const list = async (filter: AuditFilter, limit = 100, after?: Position) => {
      const page = await storage().auditQueries.list({ filter, page: { limit, after, includeTotal: true } });
      return { ...page, items: page.items.map(Json.parse) };
    };
    const shown = (all: readonly AuditEntry[]) =>
      all.map((one) => ({ ...auditEntryView({ ...one, id: 'aud_' }), id: 0 }));
    const listed = async (filter: AuditFilter) => (await list(filter)).items.map((one) => ({ ...one, id: 0 }));

    it('lists entries, the newest first', async () => {
      expect(await listed({})).to.deep.equal(shown(newestFirst));
      const recorded = (await list({})).items.map(({ id }) => id);
      expect(new Set(recorded).size).to.equal(entries.length);
      for (const id of recorded) expect(id).to.match(/^aud_/);
    });

    it('pages through all entries once', async () => {
      const visited: string[] = [];
      let after: Position | undefined;
      do {
        const page = await list({}, 2, after);
        visited.push(...page.items.map(({ id }) => id));
        expect(page.total).to.equal(entries.length);
        after = page.next ?? undefined;
      } while (after !== undefined);
      expect(visited).to.deep.equal((await list({})).items.map(({ id }) => id));
    });

    it('stores entries in append order within a transaction', async () => {
      const at = noonPlus(-100);
      const values = { text: TEXT, '': [null, 1.5, { deep: true }], amount: 999_999_999_999.99 };
      const all = [
        entry(anActor(aUser()), 'order.first', {
          at,
          resource: { type: 'order', id: ids.next('ord') },
          before: values,
        }),
        entry({ ...Actor.anonymous, requestId: TEXT }, 'order.second', { at, after: values }),
        entry(Actor.system, 'order.third', { at }),
      ];
      await storage().unitOfWork.run(async (tx) => {
        for (const one of all) await tx.audit.append(one);
        await tx.audit.append();
      });
      expect(await listed({ created_to: at })).to.deep.equal(shown([...all].reverse()));
    });

    it('combines all given filters', async () => {
      const of = (matches: (one: AuditEntry) => boolean) => shown(newestFirst.filter(matches));
      expect(await listed({ actor: bob.userId ?? undefined })).to.deep.equal(of(({ actor }) => actor === bob));
      expect(await listed({ actor: ada.credentialId ?? undefined })).to.deep.equal(of(({ actor }) => actor === ada));
      expect(await listed({ action: 'product.updated' })).to.deep.equal(
        of(({ action }) => action === 'product.updated'),
      );
      expect(await listed({ resource_id: user.id })).to.deep.equal(of(({ resource }) => resource === user));
      expect(await listed({ created_from: noonPlus(1), created_to: noonPlus(2) })).to.deep.equal(
        of(({ at }) => at >= noonPlus(1) && at <= noonPlus(2)),
      );
      expect(await listed({ action: 'product.updated', actor: bob.userId ?? undefined })).to.have.length(1);
      expect(await listed({ actor: ids.next('usr') })).to.deep.equal([]);
    });

    it('stores nothing of a failed transaction or dry run', async () => {
      const record = entry(ada, 'user.erased');
      await storage().unitOfWork.dryRun((tx) => tx.audit.append(record));
      const attempt = storage().unitOfWork.run(async (tx) => {
        await tx.audit.append(record);
        throw new Error('changed my mind');
      });
      await attempt.catch(() => {});
      expect(await listed({ action: 'user.erased' })).to.deep.equal([]);
    });

    it('removes entries past their retention period only, and counts them', async () => {
      const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 3_600_000);
      const ancient = [402, 401, 399].map((days) => entry(ada, 'api_key.revoked', { at: daysAgo(days) }));
      await storage().unitOfWork.run((tx) => tx.audit.append(...ancient));
      expect(await storage().auditQueries.removeBefore(daysAgo(500))).to.equal(0);
      expect(await storage().auditQueries.removeBefore(daysAgo(401.5))).to.equal(1);
      expect(await storage().auditQueries.removeBefore(new Date())).to.equal(1);
      expect(await listed({ action: 'api_key.revoked' })).to.have.length(1);
    });
  });
};
