import { byHeader, type Preset } from '../presets/preset.ts';

const shopify: Preset = {
  recognisedBy: [['name', 'value', 'value type', 'times used in total']],
  decimal: '.',
  columns: byHeader({
    code: ['Name'],
    value: ['Value'],
    value_type: ['Value Type'],
    type: ['Type'],
    class: ['Discount Class'],
    minimum: ['Minimum Purchase Requirements'],
    uses: ['Times Used In Total'],
    max_uses: ['Usage Limit Per Code'],
    once_per_customer: ['Applies Once Per Customer'],
    status: ['Status'],
    valid_from: ['Start'],
    valid_to: ['End'],
    customers: ['Customer Selection'],
    combines: ['Combines with Order Discounts', 'Combines with Product Discounts', 'Combines with Shipping Discounts'],
  }),
};

const woocommerce: Preset = {
  recognisedBy: [
    ['post title', 'discount type', 'coupon amount'],
    ['code', 'discount type', 'amount', 'individual use'],
    ['coupon code', 'discount type', 'coupon amount'],
  ],
  decimal: '.',
  columns: byHeader({
    code: ['post_title', 'code', 'coupon_code'],
    name: ['post_excerpt', 'description'],
    type: ['discount_type'],
    value: ['coupon_amount', 'amount'],
    status: ['post_status', 'status'],
    free_shipping: ['free_shipping'],
    individual_use: ['individual_use'],
    min_total: ['minimum_amount'],
    max_uses: ['usage_limit'],
    max_uses_per_customer: ['usage_limit_per_user'],
    uses: ['usage_count'],
    valid_to: ['expiry_date', 'date_expires'],
    restriction: [
      ...['product_ids', 'product_skus', 'exclude_product_ids', 'exclude_product_skus', 'product_categories'],
      ...['exclude_product_categories', 'customer_email', 'email_restrictions', 'exclude_sale_items'],
      ...['maximum_amount', 'limit_usage_to_x_items', 'product_brands', 'exclude_product_brands'],
    ],
  }),
};

const generic: Preset = {
  recognisedBy: [],
  columns: byHeader({
    code: ['Code', 'Discount code', 'Coupon', 'Coupon code', 'Gutscheincode', 'Rabattcode'],
    name: ['Name', 'Title', 'Titel', 'Bezeichnung'],
    type: ['Type', 'Discount type', 'Typ', 'Art'],
    value: ['Value', 'Discount value', 'Wert', 'Rabatt', 'Discount'],
    value_type: ['Value type', 'Discount value type'],
    min_total: ['Minimum', 'Minimum amount', 'Mindestbestellwert'],
    max_uses: ['Usage limit', 'Max uses'],
    valid_from: ['Start', 'Starts at', 'Gültig ab'],
    valid_to: ['End', 'Ends at', 'Gültig bis', 'Expires'],
    status: ['Status'],
  }),
};

export const DISCOUNT_PRESETS = { shopify, woocommerce, generic } as const;
