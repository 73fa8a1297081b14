import { expect } from 'chai';
import { changesOf } from '#core/audit/audit-entry.ts';

describe('changesOf', () => {
  it('lists changed fields with old and new values', () => {
    const [before, after] = [
      { role: 'staff', status: 'active' },
      { role: 'admin', status: 'active' },
    ];
    expect(changesOf(before, after, { shown: ['role', 'status'] })).to.deep.equal({
      before: { role: 'staff' },
      after: { role: 'admin' },
    });
  });

  it('omits fields that are not listed', () => {
    const changes = changesOf({ role: 'staff', hash: 'a' }, { role: 'staff', hash: 'b' }, { shown: ['role'] });
    expect(changes).to.deep.equal({ before: {}, after: {} });
    expect(changesOf({ hash: 'a' }, { hash: 'b' }, {})).to.deep.equal({ before: {}, after: {} });
  });

  it('lists personal fields only as changed, without values', () => {
    const personal = ['name', 'phone', 'email', 'password'];
    const before = { name: 'Zoe', phone: null, email: 'zoe@example.com', password: 'a' };
    const after = { name: 'Zoë', phone: '+351 912', email: 'zoe@example.com', password: null };
    expect(changesOf(before, after, { personal })).to.deep.equal({
      before: { name: '[withheld]', phone: null, password: '[withheld]' },
      after: { name: '[withheld]', phone: '[withheld]', password: null },
    });
  });

  it('compares lists and objects by content, and null as absent', () => {
    const before = { scopes: ['a', 'b'], address: { city: 'Lisboa' }, name: null };
    const shown = ['scopes', 'address', 'name'];
    const same = { scopes: ['a', 'b'], address: { city: 'Lisboa' } };
    expect(changesOf(before, same, { shown })).to.deep.equal({ before: {}, after: {} });
    const other = { ...same, scopes: ['a'], address: { city: 'Porto' } };
    expect(changesOf(before, other, { shown })).to.deep.equal({
      before: { scopes: ['a', 'b'], address: { city: 'Lisboa' } },
      after: { scopes: ['a'], address: { city: 'Porto' } },
    });
  });

  it('distinguishes false, 0 and empty strings from absent', () => {
    const values = { a: false, b: 0, c: '' };
    const shown = ['a', 'b', 'c'];
    expect(changesOf({ a: null, b: null, c: null }, values, { shown }).after).to.deep.equal(values);
    expect(changesOf({}, values, { personal: shown }).after).to.deep.equal({
      a: '[withheld]',
      b: '[withheld]',
      c: '[withheld]',
    });
  });

  it('lists all fields of a new or removed resource', () => {
    const [view, fields] = [
      { role: 'staff', name: 'Zoë', phone: null },
      { shown: ['role'], personal: ['name', 'phone'] },
    ];
    const expected = { role: 'staff', name: '[withheld]' };
    expect(changesOf({}, view, fields).after).to.deep.equal(expected);
    expect(changesOf(view, {}, fields).before).to.deep.equal(expected);
    // an absent value has no JSON
    expect(JSON.parse(JSON.stringify(changesOf({}, view, fields).before))).to.deep.equal({ name: null });
  });
});
