import { signal } from '@preact/signals';
import { ownImage } from '../parts/own-image.ts';

type Shop = Readonly<{
  name: string;
  /** The path of a logo that the service stores; others are not loaded. */
  logo: string | undefined;
}>;

export const toShop = ({ name, logo_url: url }: Readonly<{ name: string; logo_url: string | null }>): Shop => ({
  name,
  logo: url === null ? undefined : ownImage(url),
});

/** The shop as customers know it: the service has written it into the page, and the screen of its data changes it. */
export const shop = signal<Shop>(
  toShop({
    name: document.title,
    logo_url: document.querySelector<HTMLMetaElement>('meta[name="shop-logo"]')?.content ?? null,
  }),
);
