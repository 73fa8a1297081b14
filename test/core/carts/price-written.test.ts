import { expect } from 'chai';
import { CartContents } from '#core/carts/cart-contents.ts';
import { priceWritten } from '#core/carts/steps/price-written.ts';
import { Actor } from '#core/shared/actor.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import { rejectionOf } from '../../support/rejection.ts';

describe('Contents that are written', () => {
  const written = { discount_codes: ['SUMMER'] };
  const refusalOf = async (errors: readonly FieldError[]) => {
    const priceContents = async () => ({ items: [], priced: undefined, errors });
    const writing = { actor: Actor.anonymous, userId: null, written };
    return (await rejectionOf(priceWritten({ priceContents }, CartContents.of(written), writing))).fieldErrors;
  };

  it('with codes of discounts say why they cannot be priced', async () => {
    const error = { path: ['tax_id'], code: 'any.only', message: 'must be a tax id' };
    expect(await refusalOf([error])).to.deep.equal([error]);
    expect((await refusalOf([])).map(({ path }) => path)).to.deep.equal([['discount_codes']]);
  });
});
