import { expect } from 'chai';
import { labelKey, tidyLabel } from '#core/catalog/names.ts';

describe('a label', () => {
  it('is stored trimmed and with single spaces', () => {
    expect(tidyLabel(' \u00a0Home \t &\n Garden\u3000')).to.equal('Home & Garden');
  });

  for (const same of [
    ['Shirts', 'shirts', 'SHIRTS ', ' sHiRtS'],
    ['Home & Garden', 'home  &  garden', 'HOME\u00a0& GARDEN'],
    ['Straße', 'STRASSE', 'strasse'],
    ['ΟΔΟΣ', 'οδος', 'οδοσ'],
    ['ﬁne ½', 'FINE 1⁄2'],
    ['Ｆｕｌｌ', 'full'],
    ['Café', 'Cafe\u0301'],
  ]) {
    it(`has one key as ${same.map((label) => JSON.stringify(label)).join(', ')}`, () => {
      expect(new Set(same.map(labelKey)).size).to.equal(1);
    });
  }

  it('has another key with another letter, accent or space between letters', () => {
    const labels = ['Shirts', 'Shirt', 'Shírts', 'Shi rts', '日本', '日本語'];
    expect(new Set(labels.map(labelKey)).size).to.equal(labels.length);
  });
});
