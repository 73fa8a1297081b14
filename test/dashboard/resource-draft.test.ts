import { expect } from 'chai';
import type { Field } from '../../src/dashboard/form/field.ts';
import { draftOf, restored } from '../../src/dashboard/form/resource-draft.ts';

const FIELDS: readonly Field[] = [
  { name: 'name', kind: 'text' },
  { name: 'price', kind: 'decimal' },
  { name: 'secret', kind: 'password' },
];

const BASE = { etag: '"1"', values: { name: 'Lamp', price: '30', secret: '' } };

describe('drafts of resources', () => {
  const draft = draftOf(FIELDS, { ...BASE.values, name: 'Desk lamp', otp: '123456', secret: 'hush' }, BASE);

  it('store the fields of the form that differ, without secrets', () => {
    expect(draft).to.deep.equal({
      etag: '"1"',
      values: { name: 'Lamp', price: '30' },
      changes: { name: 'Desk lamp' },
    });
  });

  it('keep what others have saved meanwhile in other fields', () => {
    const loaded = { etag: '"2"', values: { ...BASE.values, price: '25' } };
    expect(restored(draft, loaded)).to.deep.equal({
      base: loaded,
      values: { ...loaded.values, name: 'Desk lamp' },
      isConflict: false,
    });
  });

  it('conflict with what others have saved meanwhile in the same field', () => {
    const { base, values, isConflict } = restored(draft, {
      etag: '"2"',
      values: { ...BASE.values, name: 'Floor lamp' },
    });
    expect(isConflict).to.equal(true);
    expect(base.etag).to.equal('"1"');
    expect(values).to.deep.equal({ name: 'Desk lamp', price: '30' });
  });

  it('do not conflict with the same change', () => {
    const loaded = { etag: '"2"', values: { ...BASE.values, name: 'Desk lamp' } };
    expect(restored(draft, loaded).isConflict).to.equal(false);
  });
});
