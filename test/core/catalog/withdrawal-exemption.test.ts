import { expect } from 'chai';
import { EXEMPTION_TERMS, exemptionInSubscription, WITHDRAWAL_EXEMPTIONS } from '#core/catalog/withdrawal-exemption.ts';

/** What each point of Article 16 of Directive 2011/83/EU says: from (a) to (m), when the right is lost, and of what. */
const ARTICLE = [
  ['a', 'service', 'once_fulfilled', 'services'],
  ['b', 'market_price', 'always', 'goods'],
  ['c', 'custom_made', 'always', 'goods'],
  ['d', 'perishable', 'always', 'goods'],
  ['e', 'sealed_hygiene', 'on_receipt', 'goods'],
  ['f', 'inseparable', 'on_receipt', 'goods'],
  ['g', 'delayed_alcohol', 'always', 'goods'],
  ['h', 'urgent_repair', 'always', 'services'],
  ['i', 'sealed_media', 'on_receipt', 'goods'],
  ['j', 'periodical', 'always', 'goods'],
  ['k', 'auction', 'always', 'goods'],
  ['l', 'dated_service', 'always', 'services'],
  ['m', 'digital_content', 'once_fulfilled', 'services'],
];

describe('the exemptions from withdrawal', () => {
  it('are those of the article, in its order, each with what it says', () => {
    const described = WITHDRAWAL_EXEMPTIONS.map((name, index) => {
      const { effect, isService } = EXEMPTION_TERMS[name];
      return [String.fromCharCode('a'.charCodeAt(0) + index), name, effect, isService ? 'services' : 'goods'];
    });
    expect(described).to.deep.equal(ARTICLE);
    for (const { meaning } of Object.values(EXEMPTION_TERMS)) expect(meaning).to.match(/^[a-z].*[^.]$/);
  });

  it('are the same in a subscription, but that subscriptions to periodicals have the right', () => {
    for (const name of WITHDRAWAL_EXEMPTIONS) {
      expect(exemptionInSubscription(name)).to.equal(name === 'periodical' ? null : name);
    }
    expect(exemptionInSubscription(null)).to.equal(null);
  });
});
