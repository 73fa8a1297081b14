import type { PresetName } from '../preset-names.ts';
import { bigcommerce } from './bigcommerce.ts';
import { generic } from './generic.ts';
import { google } from './google.ts';
import { magento } from './magento.ts';
import { medusa1, medusa1Cents, medusa2 } from './medusa.ts';
import type { Preset } from './preset.ts';
import { prestashop } from './prestashop.ts';
import { shopify } from './shopify.ts';
import { vendure } from './vendure.ts';
import { woocommerce } from './woocommerce.ts';

/** The presets by their names, in the order in which they are tried. */
export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  shopify,
  woocommerce,
  magento,
  prestashop,
  medusa2,
  medusa1,
  medusa1_cents: medusa1Cents,
  vendure,
  bigcommerce,
  google,
  generic,
};
