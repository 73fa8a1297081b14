import { isByStaff } from '#core/access/is-by-staff.ts';
import { type PricedContents, refusedItems, tellsStock } from '#core/carts/price-contents.ts';
import { EXEMPTION_TERMS, type WithdrawalExemption } from '#core/catalog/withdrawal-exemption.ts';
import { itemErrors } from '#core/orders/order-item.ts';
import { codeErrors, shippingErrors } from '#core/orders/price-order.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import type { RuleValues } from '#core/shop/rules.ts';
import type { Checkout } from './checkout.ts';

type Terms = Pick<RuleValues, 'terms_page_url'>;

const required = (path: FieldError['path'], message: string): FieldError => ({ path, code: 'any.required', message });

/** What a buyer must still give or accept, as far as it is known without prices. Nothing of what the staff completes. */
export const missingDetails = (
  actor: Actor,
  { contents, userId, accepted }: Checkout,
  { terms_page_url: termsPage }: Terms,
): FieldError[] => {
  if (contents.items.length === 0) return [required(['items'], 'must have at least one item')];
  if (isByStaff(actor)) return [];
  return [
    ...(userId === null && contents.email === null
      ? [required(['email'], 'is required: the e-mail of the guest')]
      : []),
    ...(termsPage !== null && accepted.terms === null
      ? [required(['accepted', 'terms'], 'must be true: the buyer accepts the terms of the shop')]
      : []),
  ];
};

type Exemptible = Readonly<{ withdrawalExemption: WithdrawalExemption | null }>;

/** The exemptions of items to which their buyer must agree: that the right of withdrawal ends before its period. */
export const exemptionsToWaive = (items: readonly Exemptible[]): ReadonlySet<WithdrawalExemption> =>
  new Set(
    items.flatMap(({ withdrawalExemption: exemption }) =>
      exemption !== null && EXEMPTION_TERMS[exemption].effect === 'once_fulfilled' ? [exemption] : [],
    ),
  );

/** The waiver of the right of withdrawal, if it is missing and one of the items needs it. */
export const missingWaiver = (
  actor: Actor,
  { accepted }: Pick<Checkout, 'accepted'>,
  items: readonly Exemptible[],
): FieldError[] => {
  if (exemptionsToWaive(items).size === 0 || accepted.withdrawalWaiver !== null || isByStaff(actor)) return [];
  const message =
    'must be true: the buyer agrees that the right of withdrawal from services ends once they are fully performed, and ' +
    'from digital content once its supply begins';
  return [required(['accepted', 'withdrawal_waiver'], message)];
};

/** Everything that keeps a checkout from being completed now, in the order of its fields. */
export const missingOf = (actor: Actor, checkout: Checkout, priced: PricedContents, terms: Terms): FieldError[] => {
  const { priced: request, items, errors } = priced;
  const isTold = isByStaff(actor) || tellsStock(priced, checkout.userId === null ? 'perEmail' : 'perCustomer');
  const short = itemErrors(items, ({ isShort, product, refusal }) => {
    if (!isShort || refusal !== undefined || !(isTold || product?.stock === 0)) return undefined;
    return { field: 'quantity', code: 'stock.insufficient', message: 'must be less: there is not enough in stock' };
  });
  return [
    ...refusedItems(priced),
    ...short,
    ...missingDetails(actor, checkout, terms),
    ...errors,
    ...(request === undefined
      ? []
      : [
          ...shippingErrors(request, !isByStaff(actor)),
          ...codeErrors({ items: [], discountCodes: checkout.contents.discountCodes }, request.quote),
          ...missingWaiver(
            actor,
            checkout,
            request.items.map((item) => item.priced),
          ),
        ]),
  ];
};
