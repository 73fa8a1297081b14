/** English labels of the fields of products. */
export const englishProductFields = {
  barcode: 'Barcode',
  compare_at_price: 'Former price',
  cost: 'Unit cost',
  description_html: 'Description in HTML',
  low_stock: 'Low in stock',
  low_stock_threshold: 'Low stock threshold',
  options: 'Options',
  seo_description: 'Text for search engines',
  seo_title: 'Title for search engines',
  sku: 'SKU',
  slug: 'Slug',
  tag: 'Tag',
  tags: 'Tags',
  vendor: 'Vendor',
  weight: 'Weight',
  weight_unit: 'Unit of the weight',
};
