import { expect } from 'chai';
import { searchTermsOf, searchTextOf } from '#core/users/user-search.ts';

const zoe = { name: 'Zoë  O’Hara\u00A0Jr', email: 'Zoe.OHara+shop@Example.COM' };

/** As the storages do it. */
const finds = (q: string, user: Parameters<typeof searchTextOf>[0] = zoe): boolean => {
  const text = searchTextOf(user);
  return searchTermsOf(q).every((term) => text.includes(term));
};

describe('A search for users', () => {
  it('folds case, width and spaces of what people are found by', () => {
    expect(searchTextOf(zoe)).to.equal(' zoë o’hara jr zoe.ohara+shop@example.com');
    expect(searchTextOf({ name: 'ＺＯＥ', email: 'z@example.com' })).to.equal(' zoe z@example.com');
    expect(searchTextOf({ name: null, email: 'z@example.com' })).to.equal(' z@example.com');
  });

  it('finds a person by words of the name or e-mail, in any order and case', () => {
    for (const q of ['ZOË', 'hara', 'example.com zoë', '  O’Hara   zoë ', 'ohara+shop', 'zoe\u0308']) {
      expect(finds(q), q).to.equal(true);
    }
  });

  it('finds nobody unless every word is there', () => {
    for (const q of ['zoë smith', 'harald', 'zoë o’hara jrr']) expect(finds(q), q).to.equal(false);
  });

  it('finds short words at the beginning of a word only', () => {
    expect(searchTermsOf('zo hara o’ 𝒜𝒜')).to.deep.equal([' zo', 'hara', ' o’', ' aa']);
    expect(finds('zo jr o’')).to.equal(true);
    for (const q of ['oë', 'ra', 'r']) expect(finds(q), q).to.equal(false);
  });

  it('measures words by characters, not by how a computer stores them', () => {
    expect(searchTermsOf('😀😀')).to.deep.equal([' 😀😀']);
    expect(searchTermsOf('😀😀😀')).to.deep.equal(['😀😀😀']);
  });

  it('finds everybody by no words', () => {
    for (const q of ['', '   ', '\t\n']) expect(searchTermsOf(q)).to.deep.equal([]);
  });
});
