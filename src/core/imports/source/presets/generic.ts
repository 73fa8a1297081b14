import { byHeader, imageLines, type Preset, translate } from './preset.ts';

/** What shops call the columns of their own files, in English and German. */
const NAMES = {
  sku: [
    'SKU',
    'Artikelnummer',
    'Artikel-Nr',
    'Art-Nr',
    'ArtNr',
    'Bestellnummer',
    'Item number',
    'Product code',
    'Référence',
  ],
  parent: ['Parent', 'Parent SKU', 'Vaterartikel', 'Hauptartikel', 'Elternartikel', 'Variante von'],
  group: ['Group', 'Gruppe', 'Handle'],
  name: [
    'Name',
    'Title',
    'Titel',
    'Bezeichnung',
    'Artikelname',
    'Artikelbezeichnung',
    'Produktname',
    'Product name',
    'Nom',
  ],
  description: ['Description', 'Beschreibung', 'Langbeschreibung', 'Langtext'],
  short_description: ['Kurzbeschreibung', 'Short description'],
  price: ['Price', 'Preis', 'VK', 'VK brutto', 'Brutto-VK', 'Verkaufspreis', 'Preis (brutto)', 'Gross price', 'Prix'],
  compare_at_price: [
    'Compare at price',
    'UVP',
    'Streichpreis',
    'Listenpreis',
    'Alter Preis',
    'RRP',
    'MSRP',
    'List price',
  ],
  sale_price: ['Sale price', 'Aktionspreis', 'Angebotspreis', 'Sonderpreis'],
  sale_dates: ['Aktion von', 'Aktion bis', 'Sale from', 'Sale until'],
  cost: ['Cost', 'EK', 'EK netto', 'Netto-EK', 'Einkaufspreis', 'Purchase price'],
  currency: ['Currency', 'Währung'],
  stock: ['Stock', 'Bestand', 'Lagerbestand', 'Menge', 'Lager', 'Quantity', 'Qty', 'Inventory'],
  backorder: ['Überverkauf', 'Backorder'],
  barcode: ['Barcode', 'EAN', 'GTIN', 'UPC', 'EAN-Code', 'ISBN'],
  vendor: ['Vendor', 'Brand', 'Hersteller', 'Marke', 'Manufacturer'],
  category: [
    'Category',
    'Kategorie',
    'Warengruppe',
    'Kategoriepfad',
    'Rubrik',
    'Categories',
    'Kategorien',
    'Catégorie',
  ],
  tags: ['Tags', 'Schlagwörter', 'Stichwörter', 'Keywords'],
  images: ['Images', 'Image', 'Bilder', 'Bild', 'Bild 1', 'Bild-URL', 'Image URL'],
  status: ['Status'],
  published: ['Published', 'Active', 'Aktiv', 'Sichtbar', 'Online', 'Visible'],
  weight: ['Weight', 'Gewicht', 'Versandgewicht'],
  weight_g: ['Gewicht (g)', 'Gewicht in g', 'Weight (g)'],
  weight_kg: ['Gewicht (kg)', 'Weight (kg)', 'Gewicht in kg'],
  weight_unit: ['Weight unit', 'Gewichtseinheit'],
  tax_category: ['Tax category', 'Tax class', 'Steuerklasse'],
  slug: ['Slug', 'URL', 'Link', 'Permalink'],
  seo_title: ['SEO title', 'Meta title', 'Meta-Titel', 'Seitentitel'],
  seo_description: ['SEO description', 'Meta description', 'Meta-Beschreibung'],
  'options.Größe': ['Größe'],
  'options.Farbe': ['Farbe'],
  'options.Länge': ['Länge'],
  'options.size': ['Size'],
  'options.colour': ['Colour', 'Color'],
} as const;

/** Files that follow no shop's conventions. */
export const generic: Preset = {
  recognisedBy: [],
  isNamedBySku: true,
  columns: byHeader(NAMES),
  open: () => (row) => {
    const images = imageLines(row.cells['images']);
    const { category, description, short_description: short } = row.cells;
    const cells = {
      ...row.cells,
      ...(description === undefined && short !== undefined ? { description: short } : {}),
      ...(images === undefined ? {} : { images }),
      ...(category === undefined ? {} : { category: category.replaceAll(/\s*\|\s*/g, '\n') }),
    };
    return translate(row, cells);
  },
};
