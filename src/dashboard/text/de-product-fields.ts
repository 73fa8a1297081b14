import type { englishProductFields } from './en-product-fields.ts';

/** German labels of the fields of products. */
export const germanProductFields: typeof englishProductFields = {
  barcode: 'Barcode',
  compare_at_price: 'Streichpreis',
  cost: 'Einkaufspreis',
  description_html: 'Beschreibung in HTML',
  low_stock: 'Geringer Lagerbestand',
  low_stock_threshold: 'Meldebestand',
  options: 'Optionen',
  seo_description: 'Text für Suchmaschinen',
  seo_title: 'Titel für Suchmaschinen',
  sku: 'Artikelnummer',
  slug: 'URL-Kürzel',
  tag: 'Schlagwort',
  tags: 'Schlagwörter',
  vendor: 'Hersteller',
  weight: 'Gewicht',
  weight_unit: 'Gewichtseinheit',
};
