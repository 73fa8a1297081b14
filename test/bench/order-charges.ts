import { post, type Sides } from './client.ts';
import { type Candidate, measureAlternately } from './load.ts';
import { medianRatio, report } from './report.ts';
import { ordering } from './requests.ts';
import { LOAD, say } from './settings.ts';

/** What tax, shipping and a discount may leave of the rate of orders. */
const MIN_RATIO = 0.8;

const CODE = 'BENCH';

const addressIn = (country: string) => ({ line1: '1 Main St', city: 'Berlin', postal_code: '10115', country });

/**
 * The cost of charges: orders with tax, a shipping method and a discount code against orders without them.
 * @returns whether it is within the limit.
 */
export const measureCharges = async (sides: Sides, ids: readonly [string, ...string[]]): Promise<boolean> => {
  say('Measuring: orders with tax, shipping and a code, and without.');
  const { service: url, key } = sides;
  const make = (table: string, body: object) => post(`${url}/api/${table}`, body, key);
  await make('tax_rates', { name: 'VAT', percent: 19, country: 'DE' });
  await make('discounts', { name: 'Sale', code: CODE, kind: 'percent', percent: 10 });
  const method = { name: 'Standard', countries: ['DE'], tiers: [{ up_to: null, price: 4.9 }] };
  const { id } = await make('shipping_methods', method);
  const candidate = (fields: object): Candidate => ({
    url,
    headers: { authorization: `Bearer ${key}` },
    requests: (connection) => ordering(ids, 2, fields)('service', connection),
  });
  const { charged, plain } = await measureAlternately(
    {
      charged: candidate({ shipping_address: addressIn('DE'), shipping_method_id: id, discount_codes: [CODE] }),
      plain: candidate({ shipping_address: addressIn('PT') }),
    },
    { ...LOAD, rounds: 21 },
  );
  say(report('with charges / without', [['order two products', charged, plain]]));
  return medianRatio(charged, plain) >= MIN_RATIO;
};
