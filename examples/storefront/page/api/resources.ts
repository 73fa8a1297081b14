import type { components } from 'commerce-client';

type Schemas = components['schemas'];

export type Product = Schemas['Product'];

export type Variant = NonNullable<Product['variants']>[number];

export type Medium = Product['media'][number];

export type FacetCounts = Schemas['FacetCounts'];

export type SearchMeta = Schemas['SearchMeta'];

export type Order = Schemas['Order'];

export type Payment = Schemas['Payment'];

export type User = Schemas['User'];

export type Address = User['addresses'][number];

/** The body of a new order; that of a quote may lack an e-mail. */
export type OrderInput = Schemas['OrderInput'];

/** The address of a new order. */
export type OrderAddress = NonNullable<OrderInput['shipping_address']>;

/** What an order costs. */
export type Charges = Pick<
  Order,
  'items' | 'currency' | 'subtotal' | 'discount_lines' | 'shipping_lines' | 'tax_lines' | 'prices_include_tax' | 'total'
>;

/** What the dry run of an order responds with. */
export type Quote = Charges &
  Required<Pick<Schemas['CreatedOrder'], 'shipping_required' | 'shipping_options' | 'refused_discount_codes'>>;
