import { useState } from 'preact/hooks';
import { hostOf, ownImage } from './own-image.ts';

/** The formats of images that the API takes. */
export const IMAGE_TYPES = 'image/png,image/jpeg,image/webp,image/avif';

/** An image that the service stores, or where it is if it is not loaded. */
export const Picture = ({ url, alt }: Readonly<{ url: string; alt: string }>) => {
  const [isMissing, setMissing] = useState(false);
  const path = ownImage(url);
  if (path === undefined || isMissing) return <span class="image-elsewhere">{hostOf(url)}</span>;
  return <img src={path} alt={alt} loading="lazy" onError={() => setMissing(true)} />;
};
