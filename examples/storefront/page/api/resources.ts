// What the page reads of the API's resources. The API reference describes all of their members. Amounts are in major units.

export type Variant = Readonly<{
  id: string;
  options: Readonly<Record<string, string>>;
  price: number;
  available: boolean;
  withdrawal_exemption: string | null;
}>;

export type Medium = Readonly<{
  url: string;
  alt: string | null;
  width: number | null;
  height: number | null;
  sizes: readonly Readonly<{ width: number; webp: string; avif: string }>[];
}>;

export type Product = Readonly<{
  id: string;
  name: string;
  description: string | null;
  /** Sanitized by the service. */
  description_html: string | null;
  category: string | null;
  price: number;
  compare_at_price: number | null;
  lowest_price_30d?: number;
  price_min?: number;
  price_max?: number;
  currency: string;
  available: boolean;
  media: readonly Medium[];
  /** Why consumers cannot withdraw from the purchase; null if they can. */
  withdrawal_exemption: string | null;
  variants?: readonly Variant[];
}>;

export type Category = Readonly<{ id: string; name: string; product_count_total: number }>;

export type Page<T> = Readonly<{ data: readonly T[]; next_cursor: string | null }>;

export type Address = Readonly<{
  name: string | null;
  line1: string;
  line2: string | null;
  postal_code: string | null;
  city: string | null;
  country: string;
}>;

type OrderItem = Readonly<{
  product_id: string;
  name: string;
  image: string | null;
  options: Readonly<Record<string, string>>;
  quantity: number;
  withdrawal_exemption: string | null;
  unit_price: number;
  subtotal: number;
}>;

/** What an order costs. */
export type Charges = Readonly<{
  items: readonly OrderItem[];
  currency: string;
  subtotal: number;
  discount_lines: readonly Readonly<{ code: string | null; name: string; amount: number }>[];
  shipping_lines: readonly Readonly<{ shipping_method_id: string; name: string; amount: number }>[];
  tax_lines: readonly Readonly<{ name: string; rate: number; amount: number }>[];
  prices_include_tax: boolean;
  total: number;
}>;

export type Quote = Charges &
  Readonly<{
    shipping_required: boolean;
    shipping_options: readonly Readonly<{ shipping_method_id: string; name: string; amount: number }>[];
    refused_discount_codes: readonly Readonly<{ code: string; message: string }>[];
  }>;

export type Order = Charges &
  Readonly<{
    id: string;
    number: number;
    status: 'open' | 'completed' | 'cancelled';
    payment_status: string;
    fulfillment_status: string;
    amount_due: number;
    amount_refunded: number;
    expires_at: string | null;
    created_at: string;
    email: string | null;
    shipping_address: Address | null;
    fulfillments: readonly Readonly<{ id: string; carrier: string | null; tracking_number: string | null }>[];
    actions: readonly string[];
    /** What a consumer may withdraw from; null without the right. Only where one order is read. */
    withdrawal?: Readonly<{ until: string | null }> | null;
    /** Only in the response to the request that created it, and only for a guest. */
    client_secret?: string;
  }>;

export type Payment = Readonly<{
  id: string;
  status: 'processing' | 'requires_action' | 'authorized' | 'succeeded' | 'failed' | 'cancelled';
  amount: number;
  currency: string;
  next_action: Readonly<{ redirect_url: string }> | null;
  failure_message: string | null;
}>;

export type User = Readonly<{ email: string; name: string | null; addresses: readonly Address[] }>;

/** The body of a new order; that of a quote may lack an e-mail. */
export type OrderInput = Readonly<{
  items: readonly Readonly<{ product_id: string; quantity: number }>[];
  email?: string;
  shipping_address?: Partial<Address>;
  shipping_method_id?: string;
  discount_codes?: readonly string[];
  expected_total?: number;
}>;
