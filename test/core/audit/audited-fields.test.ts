import { expect } from 'chai';
import { auditOf, changesOf, ifChanged } from '#core/audit/audited-fields.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { newResource } from '#core/shared/resource.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';

describe('changesOf', () => {
  it('lists changed fields with old and new values', () => {
    const [before, after] = [
      { role: 'staff', status: 'active' },
      { role: 'admin', status: 'active' },
    ];
    expect(changesOf(before, after, { role: 'shown', status: 'shown' })).to.deep.equal({
      before: { role: 'staff' },
      after: { role: 'admin' },
    });
  });

  it('omits fields that are omitted or not described', () => {
    const [before, after] = [
      { role: 'staff', hash: 'a', key: 1 },
      { role: 'staff', hash: 'b', key: 2 },
    ];
    expect(changesOf(before, after, { role: 'shown', hash: 'omitted' })).to.deep.equal({ before: {}, after: {} });
  });

  it('lists personal fields only as changed, without values', () => {
    const fields = { name: 'personal', phone: 'personal', email: 'personal', password: 'personal' } as const;
    const before = { name: 'Zoe', phone: null, email: 'zoe@example.com', password: 'a' };
    const after = { name: 'Zoë', phone: '+351 912', email: 'zoe@example.com', password: null };
    expect(changesOf(before, after, fields)).to.deep.equal({
      before: { name: '[withheld]', phone: null, password: '[withheld]' },
      after: { name: '[withheld]', phone: '[withheld]', password: null },
    });
  });

  it('compares lists and objects by content, and null as absent', () => {
    const before = { scopes: ['a', 'b'], address: { city: 'Lisboa' }, name: null };
    const fields = { scopes: 'shown', address: 'shown', name: 'shown' } as const;
    const same = { scopes: ['a', 'b'], address: { city: 'Lisboa' } };
    expect(changesOf(before, same, fields)).to.deep.equal({ before: {}, after: {} });
    const other = { ...same, scopes: ['a'], address: { city: 'Porto' } };
    expect(changesOf(before, other, fields)).to.deep.equal({
      before: { scopes: ['a', 'b'], address: { city: 'Lisboa' } },
      after: { scopes: ['a'], address: { city: 'Porto' } },
    });
  });

  it('distinguishes false, 0 and empty strings from absent', () => {
    const values = { a: false, b: 0, c: '' };
    const shown = { a: 'shown', b: 'shown', c: 'shown' } as const;
    expect(changesOf({ a: null, b: null, c: null }, values, shown).after).to.deep.equal(values);
    expect(changesOf(null, values, { a: 'personal', b: 'personal', c: 'personal' }).after).to.deep.equal({
      a: '[withheld]',
      b: '[withheld]',
      c: '[withheld]',
    });
  });

  it('lists all fields of a new or removed resource', () => {
    const view = { role: 'staff', name: 'Zoë', phone: null };
    const fields = { role: 'shown', name: 'personal', phone: 'personal' } as const;
    const expected = { role: 'staff', name: '[withheld]' };
    expect(changesOf(null, view, fields).after).to.deep.equal(expected);
    expect(changesOf(view, null, fields).before).to.deep.equal(expected);
    // an absent value has no JSON
    expect(JSON.parse(JSON.stringify(changesOf(null, view, fields).before))).to.deep.equal({ name: null });
  });
});

describe('auditOf', () => {
  const id: Id<'prod'> = 'prod_01h455vb4pex5vsknk084sn02q';
  const before = { ...newResource(id, NOON), label: 'a' };
  const after = { ...before, version: 2, updatedAt: noonPlus(1), label: 'b' };
  const entryOf = auditOf('thing', ({ label }: typeof before) => ({ label }), { label: 'shown' });
  const common = { actor: Actor.system, resource: { type: 'thing', id } };

  it('makes the entries of a creation, a change and a removal, at their times', () => {
    const created = entryOf(Actor.system, 'created', { before: null, after: before });
    expect(created).to.deep.include({ ...common, action: 'thing.created', after: { label: 'a' }, at: NOON });
    expect(entryOf(Actor.system, 'updated', { before, after })).to.deep.equal({
      ...common,
      action: 'thing.updated',
      before: { label: 'a' },
      after: { label: 'b' },
      at: noonPlus(1),
    });
    const removed = entryOf(Actor.system, 'deleted', { before: after, after: null, at: noonPlus(2) });
    expect(removed).to.deep.include({ ...common, action: 'thing.deleted', before: { label: 'b' }, at: noonPlus(2) });
  });

  it('says whether anything changed', () => {
    const changed = entryOf(Actor.system, 'updated', { before, after });
    expect(ifChanged(changed)).to.deep.equal([changed]);
    expect(ifChanged(entryOf(Actor.system, 'updated', { before, after: before }))).to.deep.equal([]);
  });
});
