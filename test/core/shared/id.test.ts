import { expect } from 'chai';
import { Id } from '#core/shared/id.ts';

const SUFFIX = '01h455vb4pex5vsknk084sn02q';

describe('Id', () => {
  it('matches its own prefix only', () => {
    expect(Id.is('prod', `prod_${SUFFIX}`)).to.equal(true);
    expect(Id.is('re', `re_${SUFFIX}`)).to.equal(true);
    for (const prefix of ['cat', 'pay', 're'] as const) expect(Id.is(prefix, `prod_${SUFFIX}`)).to.equal(false);
  });

  for (const [title, text] of Object.entries({
    'nothing at all': '',
    'a prefix alone': 'prod_',
    'an id without its prefix': SUFFIX,
    'an id without its underscore': `prod${SUFFIX}`,
    'one character too few': `prod_${SUFFIX.slice(1)}`,
    'one character too many': `prod_${SUFFIX}0`,
    'upper case': `prod_${SUFFIX.toUpperCase()}`,
    'a letter that base 32 leaves out': `prod_${SUFFIX.slice(0, -1)}u`,
    'more than 128 bits': `prod_8${SUFFIX.slice(1)}`,
    'a line feed at the end': `prod_${SUFFIX}\n`,
    'white space before it': ` prod_${SUFFIX}`,
    'a prefix of a prefix': `prod_prod_${SUFFIX}`,
  })) {
    it(`rejects ${title}`, () => {
      expect(Id.is('prod', text)).to.equal(false);
    });
  }
});
