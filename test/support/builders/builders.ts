import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import { ApiKey } from '#core/access/api-key.ts';
import type { Scope } from '#core/access/scope.ts';
import { type Device, Session } from '#core/access/session.ts';
import { Category } from '#core/catalog/category.ts';
import { Product } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import type { Actor } from '#core/shared/actor.ts';
import { Address } from '#core/shared/address.ts';
import type { BusinessClock, Moment, SystemClock } from '#core/shared/clock.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { User } from '#core/users/user.ts';

/** The default time of tests. */
export const NOON = new Date('2026-11-20T12:00:00.000Z');

export const USD = 'USD' as Currency;

/** Seconds after noon, or before it. */
export const noonPlus = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1000);

/** Both times at one instant. */
export const momentAt = (at: Date): Moment => ({ business: at, system: at });

/** A clock of both times. */
export type ManualClock = BusinessClock & SystemClock & { advance(seconds: number): void };

/** A clock of both times that stands still. */
export const clockAt = (at: Date): BusinessClock & SystemClock => ({
  isBusinessTime: true,
  isSystemTime: true,
  now: () => at,
});

/** A clock that stands at noon until it is advanced. */
export const clockAtNoon = (): ManualClock => {
  let now = NOON;
  return {
    isBusinessTime: true,
    isSystemTime: true,
    now: () => now,
    advance: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
};

export const ids = makeTypeIds(clockAt(NOON));

/** Ids that count up from 1, the same in every run. */
export const countingIds = (): IdGenerator => {
  let count = 0;
  return {
    next(prefix) {
      count += 1;
      return `${prefix}_${String(count).padStart(26, '0')}`;
    },
  };
};

type ProductOverrides = Readonly<{ category?: Product['category']; at?: Date }>;

/** A linen shirt with the given fields. */
export const aProduct = (
  fields: Partial<ProductFields> = {},
  { category = null, at = NOON }: ProductOverrides = {},
): Product => {
  const id = ids.next('prod');
  return Product.create(
    id,
    { name: 'Linen shirt', price: 19.99, slug: id.replace('_', '-'), ...fields },
    { category, storeCurrency: USD, at },
  );
};

/** The next version of a product with some changed fields. */
export const changed = (
  product: Product,
  fields: Partial<ProductFields>,
  overrides: ProductOverrides = {},
): Product => {
  const { category = product.category, at = noonPlus(1) } = overrides;
  const { media, ...others } = Product.fieldsOf(product);
  const kept = fields.images === undefined ? { ...others, media } : others;
  return Product.replace(product, { ...kept, ...fields }, { category, storeCurrency: USD, at });
};

export const aCategory = (name: string, at: Date = NOON): Category =>
  Category.create({ id: ids.next('cat'), name, at });

let people = 0;

/** A user with a unique e-mail: a customer without a password by default. */
export const aUser = (overrides: Partial<User> = {}): User => {
  people += 1;
  const fields = { email: `person-${people}@example.com` };
  return { ...User.create(ids.next('usr'), fields, { passwordHash: null, at: NOON }), ...overrides };
};

/** A user with every field set. */
export const aLargeUser = (overrides: Partial<User> = {}): User =>
  aUser({
    email: `Zoë.O’Hara+${people}@Example.COM`,
    emailVerifiedAt: noonPlus(-1.5),
    pendingEmail: 'Zoë.New@Example.com',
    name: '李 "小" 龍 \\',
    phone: '+351 (912) 345-678',
    addresses: [
      Address.of({ line1: 'Rua Augusta 1', country: 'PT' }),
      {
        name: 'Zoë',
        company: '𝒜 & Sons',
        line1: '1 "Main" St',
        line2: 'Flat 2',
        city: 'Lisboa',
        state: 'Lisboa',
        postal_code: '1100-048',
        country: 'PT',
        phone: '+351 912 345 678',
      },
    ],
    metadata: { b: '2', a: '', 'with "quotes"': '𝒜' },
    passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
    role: 'admin',
    permissions: ['orders:read', '*'],
    consents: {
      email_marketing: { granted: true, at: noonPlus(-1.5).toISOString(), source: 'newsletter "form" 李' },
      sms_marketing: { granted: false, at: noonPlus(-1).toISOString(), source: 'account' },
    },
    tags: ['VIP', 'Größe "L"', '李 小'],
    note: 'Calls "back".\n李',
    ...overrides,
  });

type KeyOverrides = Partial<
  Pick<
    ApiKey,
    | 'createdBySession'
    | 'createdByKey'
    | 'kind'
    | 'name'
    | 'scopes'
    | 'allowedIps'
    | 'allowedOrigins'
    | 'rateLimit'
    | 'expiresAt'
  >
> & {
  at?: Date;
};

/** A key of a user with its token. */
export const aKey = (user: Pick<User, 'id'>, overrides: KeyOverrides = {}): { key: ApiKey; token: string } => {
  const { name = 'a key', scopes = ['*' as Scope], at = NOON } = overrides;
  const { allowedIps = null, expiresAt = null, createdBySession = null, createdByKey = null } = overrides;
  const { kind = 'secret', allowedOrigins = null, rateLimit = null } = overrides;
  const { token, hash } = bearerTokens.make(kind === 'secret' ? 'cpk' : 'cpk_pub');
  const prefix = token.slice(0, 12);
  const id = ids.next('key');
  const restrictions = { allowedIps, allowedOrigins, rateLimit, expiresAt };
  const fields = { kind, name, prefix, hash, scopes, ...restrictions, createdBySession, createdByKey };
  return { key: ApiKey.create({ ...fields, id, userId: user.id, at }), token };
};

/** A publishable key of a user with its token. */
export const aPublishableKey = (user: Pick<User, 'id'>, overrides: KeyOverrides = {}): { key: ApiKey; token: string } =>
  aKey(user, { kind: 'publishable', scopes: [], allowedOrigins: ['https://shop.example'], ...overrides });

export const DEVICE: Device = { userAgent: 'a browser', ip: '203.0.113.7' };

/** A session of a user with its token. */
export const aSession = (user: Pick<User, 'id'>, at: Date = NOON): { session: Session; token: string } => {
  const { token, hash } = bearerTokens.make('cps');
  return { session: Session.start({ id: ids.next('ses'), userId: user.id, hash, ...DEVICE, at }), token };
};

/** A session's actor with these scopes, or all of the user's. */
export const anActor = (user: User, scopes: Iterable<Scope> = User.scopes(user)): Actor => ({
  kind: 'session',
  userId: user.id,
  credentialId: ids.next('ses'),
  scopes: new Set(scopes),
  own: user.role === 'customer',
  expiresAt: null,
  allowedIps: null,
  requestId: 'a-request',
});
