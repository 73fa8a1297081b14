import { expect } from 'chai';
import { groupsOf, setGroup, setLeaf, shareOf, wholeTree } from '../../src/dashboard/form/tree.ts';

const VALUES = ['*', 'order.*', 'user.*', 'order.created', 'order.paid', 'user.created'];

describe('a tree of values', () => {
  const groups = groupsOf(VALUES);
  const [order, user] = groups as [(typeof groups)[0], (typeof groups)[0]];

  it('has a pattern for each group, and one for all', () => {
    expect(groups.map(({ name, leaves }) => [name, leaves])).to.deep.equal([
      ['order', ['order.created', 'order.paid']],
      ['user', ['user.created']],
    ]);
    expect(setGroup([], { groups, group: order, isOn: true })).to.deep.equal(['order.*']);
    expect(wholeTree(VALUES, groups)).to.deep.equal(['*']);
  });

  it('chooses all of a group but one by what is left of its pattern', () => {
    expect(setLeaf(['order.*'], { groups, leaf: 'order.paid', isOn: false })).to.deep.equal(['order.created']);
    expect(setLeaf(['*'], { groups, leaf: 'order.paid', isOn: false })).to.deep.equal(['order.created', 'user.*']);
    expect(setGroup(['*'], { groups, group: user, isOn: false })).to.deep.equal(['order.*']);
  });

  it('says how much of a group is chosen', () => {
    expect(shareOf(['order.paid'], [order])).to.equal('some');
    expect(shareOf(['order.paid', 'order.created'], [order])).to.equal('all');
    expect(shareOf(['*'], groups)).to.equal('all');
    expect(shareOf(['order.paid'], [user])).to.equal('none');
  });

  it('has no patterns where values have none', () => {
    const scopes = ['orders:read', 'orders:write'];
    const [group] = groupsOf(scopes);
    if (group === undefined) throw new Error('There is no group.');
    expect(setGroup([], { groups: [group], group, isOn: true })).to.deep.equal(scopes);
  });
});
