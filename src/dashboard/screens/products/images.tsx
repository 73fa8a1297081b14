import { useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { type Loaded, request, type Schemas, send } from '../../api/request.ts';
import { notify } from '../../app/notices.tsx';
import { holds } from '../../app/session.ts';
import { hostOf, ownImage } from '../../parts/own-image.ts';
import { Section } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { fill, t } from '../../text/text.ts';

type Product = Schemas['Product'];

/** The formats that the API takes. */
const TYPES = 'image/png,image/jpeg,image/webp,image/avif';

/** The images of a product: uploaded, ordered and removed. */
export const Images = ({
  loaded: { data: product, etag },
  onChanged,
}: Readonly<{ loaded: Loaded<Product>; onChanged: () => void }>) => {
  const [error, setError] = useState<ApiError | undefined>();
  const [isBusy, setBusy] = useState(false);
  const change = async (next: () => Promise<readonly string[]>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const images = [...(await next())];
      await request('patch', '/api/products/{id}', { params: { id: product.id }, body: { images }, ifMatch: etag });
      notify(t().form.saved);
      onChanged();
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason;
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
  const upload = (files: readonly File[]): Promise<void> =>
    change(async () => {
      const uploaded: string[] = [];
      for (const file of files) {
        const { data }: Loaded<Schemas['Image']> = await send({ method: 'post', path: '/api/images', body: file });
        uploaded.push(data.url);
      }
      return isInherited ? uploaded : [...product.images, ...uploaded];
    });
  const canWrite = holds('products:write');
  const isInherited = product.inherited?.includes('images') === true;
  return (
    <Section title={t().products.images}>
      {isInherited && <p class="muted">{t().products.inheritedImages}</p>}
      {product.images.length > 0 && (
        <ul class="images">
          {product.images.map((url, index) => (
            <li key={url}>
              <ProductImage url={url} alt={fill(t().products.imageOf, { name: product.name, number: index + 1 })} />
              {canWrite && !isInherited && (
                <div class="buttons">
                  {index > 0 && (
                    <button
                      type="button"
                      class="button"
                      onClick={() => void change(async () => [url, ...product.images.filter((each) => each !== url)])}
                    >
                      {t().products.makeFirst}
                    </button>
                  )}
                  <button
                    type="button"
                    class="button danger"
                    onClick={() => void change(async () => product.images.filter((each) => each !== url))}
                  >
                    {t().common.delete}
                  </button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {error && <ProblemNotice error={error} />}
      {canWrite && (
        <label class="field">
          <span>{t().products.addImages}</span>
          <input
            type="file"
            accept={TYPES}
            multiple
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])];
              currentTarget.value = '';
              if (files.length > 0) void upload(files);
            }}
          />
        </label>
      )}
    </Section>
  );
};

/** The image, or where it is if it is not loaded. */
const ProductImage = ({ url, alt }: Readonly<{ url: string; alt: string }>) => {
  const [isMissing, setMissing] = useState(false);
  const path = ownImage(url);
  if (path === undefined || isMissing) return <span class="image-elsewhere">{hostOf(url)}</span>;
  return <img src={path} alt={alt} loading="lazy" onError={() => setMissing(true)} />;
};
