/** The kinds of files of other shops that an import reads; `generic`: any other, by the names of its columns. */
export const PRESET_NAMES = [
  'shopify',
  'woocommerce',
  'magento',
  'prestashop',
  'medusa2',
  'medusa1',
  'medusa1_cents',
  'vendure',
  'bigcommerce',
  'google',
  'generic',
] as const;

export type PresetName = (typeof PRESET_NAMES)[number];
