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
type Medium = Readonly<{ url: string; alt: string | null }>;

/** The formats that the API takes. */
const TYPES = 'image/png,image/jpeg,image/webp,image/avif';

/** The images of a product: uploaded, described, ordered and removed. */
export const Images = ({
  loaded: { data: product, etag },
  onChanged,
}: Readonly<{ loaded: Loaded<Product>; onChanged: () => void }>) => {
  const [error, setError] = useState<ApiError | undefined>();
  const [isBusy, setBusy] = useState(false);
  const change = async (next: () => Promise<readonly Medium[]>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const media = (await next()).map(({ url, alt }) => ({ url, alt }));
      await request('patch', '/api/products/{id}', { params: { id: product.id }, body: { media }, ifMatch: etag });
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
      const uploaded: Medium[] = [];
      for (const file of files) {
        const { data }: Loaded<Schemas['Image']> = await send({ method: 'post', path: '/api/images', body: file });
        uploaded.push({ url: data.url, alt: null });
      }
      return isInherited ? uploaded : [...product.media, ...uploaded];
    });
  const canWrite = holds('products:write');
  const isInherited = product.inherited?.includes('images') === true;
  return (
    <Section title={t().products.images}>
      {isInherited && <p class="muted">{t().products.inheritedImages}</p>}
      {product.media.length > 0 && (
        <ul class="images">
          {product.media.map((medium, index) => (
            <li key={medium.url}>
              <ProductImage
                url={medium.sizes[0]?.webp ?? medium.url}
                alt={medium.alt ?? fill(t().products.imageOf, { name: product.name, number: index + 1 })}
              />
              {canWrite && !isInherited && (
                <label class="field">
                  <span>{fill(t().products.altOf, { number: index + 1 })}</span>
                  <input
                    value={medium.alt ?? ''}
                    maxLength={500}
                    onChange={({ currentTarget: { value } }) => {
                      const described = { ...medium, alt: value.trim() || null };
                      void change(async () => product.media.map((each) => (each === medium ? described : each)));
                    }}
                  />
                </label>
              )}
              {canWrite && !isInherited && (
                <div class="buttons">
                  {index > 0 && (
                    <button
                      type="button"
                      class="button"
                      onClick={() =>
                        void change(async () => [medium, ...product.media.filter((each) => each !== medium)])
                      }
                    >
                      {t().products.makeFirst}
                    </button>
                  )}
                  <button
                    type="button"
                    class="button danger"
                    onClick={() => void change(async () => product.media.filter((each) => each !== medium))}
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
