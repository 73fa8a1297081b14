import { expect } from 'chai';
import { searchTermsOf, searchTextOf } from '#core/users/user-search.ts';

const zoe = { name: 'Zoë  O’Hara\u00A0Jr', email: 'Zoe.OHara+shop@Example.COM' };

/** As the storages match. */
const finds = (q: string, user: Parameters<typeof searchTextOf>[0] = zoe): boolean => {
  const text = searchTextOf(user);
  return searchTermsOf(q).every((term) => text.includes(term));
};

describe('user search', () => {
  it('folds case, width and spaces', () => {
    expect(searchTextOf(zoe)).to.equal(' zoë o’hara jr zoe.ohara+shop@example.com');
    expect(searchTextOf({ name: 'ＺＯＥ', email: 'z@example.com' })).to.equal(' zoe z@example.com');
    expect(searchTextOf({ name: null, email: 'z@example.com' })).to.equal(' z@example.com');
  });

  it('matches words of name and e-mail in any order and case', () => {
    for (const q of ['ZOË', 'hara', 'example.com zoë', '  O’Hara   zoë ', 'ohara+shop', 'zoe\u0308']) {
      expect(finds(q), q).to.equal(true);
    }
  });

  it('requires every word to match', () => {
    for (const q of ['zoë smith', 'harald', 'zoë o’hara jrr']) expect(finds(q), q).to.equal(false);
  });

  it('matches short words at the start of a word only', () => {
    expect(searchTermsOf('zo hara o’ 𝒜𝒜')).to.deep.equal([' zo', 'hara', ' o’', ' aa']);
    expect(finds('zo jr o’')).to.equal(true);
    for (const q of ['oë', 'ra', 'r']) expect(finds(q), q).to.equal(false);
  });

  it('measures words in characters', () => {
    expect(searchTermsOf('😀😀')).to.deep.equal([' 😀😀']);
    expect(searchTermsOf('😀😀😀')).to.deep.equal(['😀😀😀']);
  });

  it('matches everybody without words', () => {
    for (const q of ['', '   ', '\t\n']) expect(searchTermsOf(q)).to.deep.equal([]);
  });
});
