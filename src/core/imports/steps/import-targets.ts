import type { ImportResource } from '../import-resource.ts';
import type { ImportTarget } from '../import-target.ts';
import { productTarget } from './product-target.ts';
import { customerTarget } from './store-customer.ts';
import { discountTarget } from './store-discount.ts';
import { redirectTarget } from './store-redirect.ts';

/** What the rows of files become, by what they are. */
export const IMPORT_TARGETS: Readonly<Record<ImportResource, ImportTarget>> = {
  products: productTarget,
  users: customerTarget,
  discounts: discountTarget,
  redirects: redirectTarget,
};
