import { expect } from 'chai';
import { searchDocumentOf } from '#core/catalog/search/search-document.ts';
import { aProduct } from '../../../support/builders/builders.ts';

describe('the words that a product is found by', () => {
  it('are those of the first 10,000 characters of its description, besides HTML', () => {
    const description = `<p class="${'x'.repeat(9_000)}">first</p> ${'. '.repeat(4_993)}last beyond`;
    const { words } = searchDocumentOf(aProduct({ description }));
    expect([...words.keys()])
      .to.include.members(['first', 'last'])
      .and.not.include('beyond');
  });

  it('have the weight of their field', () => {
    const { words } = searchDocumentOf(aProduct({ vendor: 'Oak', tags: ['ash', 'elm'], description: 'fir' }));
    expect(['oak', 'ash', 'elm', 'fir'].map((word) => words.get(word)?.[0].weight)).to.deep.equal(['B', 'C', 'C', 'D']);
  });
});
