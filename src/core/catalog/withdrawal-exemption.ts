// The reasons of Article 16 of Directive 2011/83/EU on consumer rights, as amended by Directive (EU) 2019/2161.

/** Why a consumer has no right to withdraw from the purchase of a product: points (a) to (m) of the article, in its order. */
export const WITHDRAWAL_EXEMPTIONS = [
  'service',
  'market_price',
  'custom_made',
  'perishable',
  'sealed_hygiene',
  'inseparable',
  'delayed_alcohol',
  'urgent_repair',
  'sealed_media',
  'periodical',
  'auction',
  'dated_service',
  'digital_content',
] as const;

export type WithdrawalExemption = (typeof WITHDRAWAL_EXEMPTIONS)[number];

/** When there is no right of withdrawal. */
type ExemptionEffect =
  /** From the beginning. */
  | 'always'
  /** Once the trader has performed what the consumer asked for before the end of the period, knowing what it costs him. */
  | 'once_fulfilled'
  /** Once the consumer has unsealed or mixed the goods, which the shop sees when they come back. */
  | 'on_receipt';

type ExemptionTerms = Readonly<{
  /** What the point of the article says. */
  meaning: string;
  effect: ExemptionEffect;
  /** Whether it is no sale of goods: the period then begins with the contract, and not with a delivery. */
  isService: boolean;
}>;

const goods = (effect: ExemptionEffect, meaning: string): ExemptionTerms => ({ meaning, effect, isService: false });

const service = (effect: ExemptionEffect, meaning: string): ExemptionTerms => ({ meaning, effect, isService: true });

export const EXEMPTION_TERMS: Readonly<Record<WithdrawalExemption, ExemptionTerms>> = {
  service: service(
    'once_fulfilled',
    'a service, once it is fully performed; a paid one only if it began with the consumer’s express consent and acknowledgement of the loss of the right',
  ),
  market_price: goods(
    'always',
    'goods or services whose price follows a financial market that the trader cannot control, within the withdrawal period',
  ),
  custom_made: goods('always', 'goods made to the consumer’s specifications or clearly personalised'),
  perishable: goods('always', 'goods that deteriorate or expire rapidly'),
  sealed_hygiene: goods(
    'on_receipt',
    'sealed goods that were unsealed after delivery and are then unfit for return for reasons of health or hygiene',
  ),
  inseparable: goods('on_receipt', 'goods that by their nature are inseparably mixed with others after delivery'),
  delayed_alcohol: goods(
    'always',
    'alcoholic drinks at a price agreed at the sale, delivered after 30 days at the earliest, whose value follows a market that the trader cannot control',
  ),
  urgent_repair: service(
    'always',
    'a visit that the consumer asked for, for urgent repairs or maintenance; not what is sold besides on that visit',
  ),
  sealed_media: goods('on_receipt', 'sealed audio or video recordings or software that were unsealed after delivery'),
  periodical: goods('always', 'a newspaper, periodical or magazine, but not a subscription to one'),
  auction: goods('always', 'a contract concluded at a public auction'),
  dated_service: service(
    'always',
    'accommodation that is not for residence, transport of goods, car rental, catering or leisure, for a specific date or period',
  ),
  digital_content: service(
    'once_fulfilled',
    'digital content without a tangible medium, once its supply has begun; paid content only with the consumer’s express consent, acknowledgement of the loss of the right, and the trader’s confirmation of both',
  ),
};

/** The exemption of a product that a subscription supplies: subscriptions to periodicals have the right. */
export const exemptionInSubscription = (exemption: WithdrawalExemption | null): WithdrawalExemption | null =>
  exemption === 'periodical' ? null : exemption;
