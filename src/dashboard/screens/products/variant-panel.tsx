import { useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { type Loaded, request, type Schemas } from '../../api/request.ts';
import { notify } from '../../app/notices.tsx';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { ResourceForm } from '../../form/resource-form.tsx';
import { savedText } from '../../form/saved-text.ts';
import { sendFixed } from '../../form/send-action.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { Facts, Section } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { t } from '../../text/text.ts';
import { withEditableDescription, withoutText } from './description.ts';
import { type Image, MediaEditor } from './media-editor.tsx';
import { PriceHistory } from './price-history.tsx';
import { fieldsOf, ownValues, variantGroups } from './product-fields.ts';
import { Stock } from './stock.tsx';

type Product = Schemas['Product'];

const load = (id: string, signal?: AbortSignal): Promise<Loaded<Product>> =>
  request('get', '/api/products/{id}', { params: { id }, signal });

const own = ({ data, ...rest }: Loaded<Product>): Loaded<Product> => ({
  ...rest,
  data: withEditableDescription(ownValues(data)),
});

const remove = ({ id, options }: Product): Action => ({
  label: t().common.delete,
  scope: 'products:write',
  isDanger: true,
  explanation: (
    <>
      <strong>{Object.values(options).join(' / ')}</strong>: {t().products.deleteExplained}
    </>
  ),
  run: sendFixed('delete', '/api/products/{id}', { params: { id } }),
  done: t().products.deleted,
});

type Props = Readonly<{ id: string; onChanged: () => Promise<void>; onClose: () => void }>;

/** A variant at the side of the page of its product: what the grid has no columns for. */
export const VariantPanel = ({ id, onChanged, onClose }: Props) => {
  const state = useLoaded(id, (signal) => load(id, signal));
  const changed = async (): Promise<void> => {
    await Promise.all([state.reload(), onChanged()]);
  };
  const options = Object.values(state.data?.data.options ?? {});
  return (
    <Dialog title={options.join(' / ') || t().products.variant} onClose={onClose} isAtSide>
      <LoadedContent state={state}>
        {(loaded) => (
          <div class="column">
            <VariantForm loaded={loaded} onChanged={changed} />
            <VariantImages loaded={loaded} onChanged={changed} />
            <Stock product={loaded.data} onChanged={() => void changed()} />
            <PriceHistory product={loaded.data} />
            <Facts facts={[['id', <CopiedId key="id" id={loaded.data.id} />]]} />
            <div class="buttons">
              <ActionButton
                action={remove(loaded.data)}
                onDone={async () => {
                  onClose();
                  await onChanged();
                }}
              />
            </div>
          </div>
        )}
      </LoadedContent>
    </Dialog>
  );
};

type PartProps = Readonly<{ loaded: Loaded<Product>; onChanged: () => Promise<void> }>;

const VariantForm = ({ loaded, onChanged }: PartProps) => {
  const { id } = loaded.data;
  const groups = variantGroups(loaded.data);
  return (
    <ResourceForm
      draft={id}
      fields={fieldsOf(groups)}
      groups={groups}
      loaded={own(loaded)}
      scope="products:write"
      reload={async () => own(await load(id))}
      save={(body, { ifMatch, idempotencyKey }) =>
        request('patch', '/api/products/{id}', { params: { id }, body: withoutText(body), ifMatch, idempotencyKey })
      }
      onSaved={onChanged}
    />
  );
};

/** The images of a variant, which are stored at once; without any it shows those of its product. */
const VariantImages = ({ loaded: { data: variant, etag }, onChanged }: PartProps) => {
  const [failure, setFailure] = useState<ApiError | undefined>();
  const isInherited = variant.inherited?.includes('images') === true;
  const images = isInherited ? [] : variant.media;
  const change = async (next: (images: readonly Image[]) => readonly Image[]): Promise<void> => {
    const media = next(images).map(({ url, alt }) => ({ url, alt }));
    try {
      await request('patch', '/api/products/{id}', { params: { id: variant.id }, body: { media }, ifMatch: etag });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
      return;
    }
    setFailure(undefined);
    notify(savedText(variant));
    await onChanged();
  };
  return (
    <Section title={t().productPage.media}>
      {failure && <ProblemNotice error={failure} />}
      {isInherited && <p class="muted">{t().products.inheritedImages}</p>}
      <MediaEditor name={variant.name} images={images} error={undefined} onChange={(next) => void change(next)} />
    </Section>
  );
};
