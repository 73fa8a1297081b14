import { useState } from 'preact/hooks';
import { ownImage } from './own-image.ts';

/** A small image beside a name, which says the same. Its place stays where there is none, or it cannot be loaded. */
export const Thumbnail = ({ url }: Readonly<{ url: string | null | undefined }>) => {
  const [isMissing, setMissing] = useState(false);
  const path = url ? ownImage(url) : undefined;
  return (
    <span class="thumbnail" aria-hidden="true">
      {path && !isMissing && (
        <img src={path} alt="" width={40} height={40} loading="lazy" onError={() => setMissing(true)} />
      )}
    </span>
  );
};
