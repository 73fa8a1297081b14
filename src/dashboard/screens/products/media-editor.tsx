import { useId, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { type Loaded, type Schemas, send } from '../../api/request.ts';
import { holds } from '../../app/session.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DropZone } from '../../parts/drop-zone.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { IMAGE_TYPES, Picture } from '../../parts/picture.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { fill, t } from '../../text/text.ts';

/** An image of a product, with its smaller copies where it was stored with them. */
export type Image = Pick<Schemas['Product']['media'][number], 'url' | 'alt'> &
  Partial<Pick<Schemas['Product']['media'][number], 'sizes'>>;

const DRAGGED = 'application/x-image';

type Props = Readonly<{
  /** Of the product. */
  name: string;
  images: readonly Image[];
  error: string | undefined;
  /** Gets the images of when it is called: others may have been added meanwhile. */
  onChange: (change: (images: readonly Image[]) => readonly Image[]) => void;
}>;

/** The images of a product: uploaded at once, described, ordered and removed. */
export const MediaEditor = ({ name, images, error, onChange }: Props) => {
  const id = useId();
  const [failure, setFailure] = useState<ApiError | undefined>();
  const [waiting, setWaiting] = useState(0);
  const upload = async (files: readonly File[]): Promise<void> => {
    setFailure(undefined);
    setWaiting((count) => count + files.length);
    for (const file of files) {
      try {
        const { data }: Loaded<Schemas['Image']> = await send({ method: 'post', path: '/api/images', body: file });
        onChange((present) =>
          present.some(({ url }) => url === data.url) ? present : [...present, { url: data.url, alt: null }],
        );
      } catch (reason) {
        if (!(reason instanceof ApiError)) throw reason;
        setFailure(reason);
      } finally {
        setWaiting((count) => count - 1);
      }
    }
  };
  return (
    <DropZone isBusy={waiting > 0} onFiles={(files) => void upload(files)}>
      {images.length > 0 && (
        <ul class="images">
          {images.map((image, index) => (
            <ImageItem
              key={image.url}
              name={name}
              image={image}
              index={index}
              count={images.length}
              onChange={onChange}
            />
          ))}
        </ul>
      )}
      {holds('products:write') && (
        <div class="drop-target">
          <Icon name="addImages" />
          <label for={id}>{t().products.addImages}</label>
          <input
            id={id}
            type="file"
            aria-describedby={`${id}-hint`}
            accept={IMAGE_TYPES}
            multiple
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])];
              currentTarget.value = '';
              void upload(files);
            }}
          />
          <p class="hint" id={`${id}-hint`}>
            {waiting > 0 ? t().common.loading : t().productPage.dropHere}
          </p>
        </div>
      )}
      {error && <p class="field-error">{error}</p>}
      {failure && <ProblemNotice error={failure} />}
    </DropZone>
  );
};

const moved = (images: readonly Image[], from: number, to: number): readonly Image[] => {
  const others = images.filter((_each, index) => index !== from);
  const image = images[from];
  return image === undefined ? images : [...others.slice(0, to), image, ...others.slice(to)];
};

type ItemProps = Pick<Props, 'name' | 'onChange'> & Readonly<{ image: Image; index: number; count: number }>;

const ImageItem = ({ name, image, index, count, onChange }: ItemProps) => {
  const [isDescribed, setDescribed] = useState(false);
  const number = index + 1;
  const move = (to: number): void =>
    onChange((images) =>
      moved(
        images,
        images.findIndex(({ url }) => url === image.url),
        to,
      ),
    );
  const button = (icon: IconName, text: string, isPossible: boolean, onClick: () => void) => (
    <Button
      label=""
      icon={icon}
      class="icon-button"
      aria-label={fill(text, { number })}
      title={fill(text, { number })}
      aria-disabled={!isPossible}
      onClick={() => isPossible && onClick()}
    />
  );
  return (
    <li
      draggable
      onDragStart={(event) => event.dataTransfer?.setData(DRAGGED, image.url)}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={(event) => {
        const dragged = event.dataTransfer?.getData(DRAGGED) ?? '';
        if (dragged === '') return;
        event.preventDefault();
        onChange((images) =>
          moved(
            images,
            images.findIndex(({ url }) => url === dragged),
            index,
          ),
        );
      }}
    >
      <Picture
        url={image.sizes?.[0]?.webp ?? image.url}
        alt={image.alt ?? fill(t().products.imageOf, { name, number })}
      />
      {holds('products:write') && (
        <div class="buttons">
          {button('left', t().productPage.moveEarlier, index > 0, () => move(index - 1))}
          {button('right', t().productPage.moveLater, index < count - 1, () => move(index + 1))}
          {button('edit', t().productPage.describe, true, () => setDescribed(true))}
          {button('close', t().productPage.removeImage, true, () =>
            onChange((images) => images.filter(({ url }) => url !== image.url)),
          )}
        </div>
      )}
      {isDescribed && (
        <AltDialog
          alt={image.alt ?? ''}
          onClose={() => setDescribed(false)}
          onSave={(alt) =>
            onChange((images) => images.map((each) => (each.url === image.url ? { ...each, alt } : each)))
          }
        />
      )}
    </li>
  );
};

type AltProps = Readonly<{ alt: string; onSave: (alt: string | null) => void; onClose: () => void }>;

const AltDialog = ({ alt, onSave, onClose }: AltProps) => {
  const id = useId();
  const [text, setText] = useState(alt);
  const save = (): void => {
    onSave(text.trim() || null);
    onClose();
  };
  return (
    <Dialog title={t().productPage.describeImage} onClose={onClose}>
      <div class="field">
        <label for={id}>{t().productPage.alt}</label>
        <input
          id={id}
          type="text"
          maxLength={500}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            save();
          }}
        />
        <p class="hint">{t().productPage.altHint}</p>
      </div>
      <div class="buttons end">
        <Button label={t().common.cancel} onClick={onClose} />
        <Button label={t().productPage.apply} class="button primary" onClick={save} />
      </div>
    </Dialog>
  );
};
