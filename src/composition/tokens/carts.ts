import type { PriceContents } from '#core/carts/price-contents.ts';
import type { IdTokens } from '#core/shared/id-tokens.ts';
import { token } from '../injection.ts';

export const CARTS = {
  priceContents: token<PriceContents>('PriceContents'),
  cartTokens: token<IdTokens<'cart'>>('CartTokens'),
  checkoutTokens: token<IdTokens<'chk'>>('CheckoutTokens'),
};
