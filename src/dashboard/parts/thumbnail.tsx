import { useState } from 'preact/hooks';

/** A small image beside a name, which says the same. Its place stays where there is none, or it cannot be loaded. */
export const Thumbnail = ({ url }: Readonly<{ url: string | null | undefined }>) => {
  const [isMissing, setMissing] = useState(false);
  return (
    <span class="thumbnail" aria-hidden="true">
      {url && !isMissing && (
        <img src={url} alt="" width={40} height={40} loading="lazy" onError={() => setMissing(true)} />
      )}
    </span>
  );
};
