import { useRef } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import type { Loaded, Schemas } from '../../api/request.ts';
import { notify } from '../../app/notices.tsx';
import {
  changedFields,
  type Field,
  type FieldValues,
  type JsonObject,
  toBody,
  toPatch,
  toValues,
} from '../../form/field.ts';
import type { Base } from '../../form/resource-draft.ts';
import { savedText } from '../../form/saved-text.ts';
import { useEdited } from '../../form/use-edited.ts';
import { useForm } from '../../form/use-form.ts';
import { withEditableDescription, withoutText } from './description.ts';
import type { Image } from './media-editor.tsx';
import { GRID_FIELDS, MEDIA_FIELD } from './product-fields.ts';
import { addRows, changeRows, createProduct, type Grid, patchProduct, publishVariants } from './save-product.ts';
import { nextRows, type Option, optionsOf, rowsOf, type VariantRow } from './variant-rows.ts';

type Product = Schemas['Product'];

export type ProductFormProps = Readonly<{
  /** The product to change; without it, the form creates one. */
  loaded?: Loaded<Product>;
  /** Reads the product as it is now. */
  read?: () => Promise<Loaded<Product>>;
  /** The form can be sent again once this has resolved. */
  onSaved: (id: string) => void | Promise<void>;
}>;

const INITIAL = { status: 'draft', weight_unit: 'g' };

/** What the inputs of a product hold at first. */
const resourceOf = (product: Product | undefined): JsonObject =>
  product === undefined
    ? INITIAL
    : { ...withEditableDescription(product), options: optionsOf(product), variants: rowsOf(product) };

const textsOf = (values: FieldValues, name: string): readonly string[] => {
  const value = values[name];
  return Array.isArray(value) ? value : [];
};

const recordsOf = <T,>(values: FieldValues, name: string): readonly T[] =>
  textsOf(values, name).map((text) => JSON.parse(text));

const toTexts = (records: readonly object[]): readonly string[] => records.map((each) => JSON.stringify(each));

const gridOf = (values: FieldValues): Grid => ({
  rows: recordsOf<VariantRow>(values, 'variants'),
  options: recordsOf<Option>(values, 'options'),
});

/** The form of a product with its images and its variants: its draft, its conflicts, and how it is saved. */
export const useProductForm = (cardFields: readonly Field[], { loaded, read, onSaved }: ProductFormProps) => {
  const own = [...cardFields, MEDIA_FIELD()];
  const fields = [...own, ...GRID_FIELDS()];
  const toBase = (source: Loaded<Product> | undefined): Base => ({
    values: toValues(fields, resourceOf(source?.data)),
    etag: source?.etag,
  });
  const form = useForm(fields, resourceOf(loaded?.data));
  const edited = useEdited(loaded?.data.id ?? 'products/new', fields, form, toBase(loaded));
  const { base } = edited;

  /** @returns whether the product itself is stored; otherwise the user has to choose first. */
  const savePatch = async (id: string, values: FieldValues): Promise<boolean> => {
    const patch = withoutText(toPatch(own, values, base.values));
    if (Object.keys(patch).length === 0) return true;
    const store = async (etag: string | undefined): Promise<void> => {
      const { etag: next } = await patchProduct(id, patch, etag);
      const names = new Set(own.map(({ name }) => name));
      edited.store(Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name))), next);
    };
    const drafts = gridOf(base.values).rows.some(({ status }) => status === 'draft');
    try {
      await store(base.etag);
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isStale || read === undefined) throw error;
      const theirs = toBase(await read());
      if (changedFields(own, theirs.values, base.values).length > 0) {
        edited.ask(theirs);
        return false;
      }
      // only what the form does not have was changed, such as the stock
      await store(theirs.etag);
    }
    if (patch['status'] === 'active' && drafts) await publishVariants(id, 'draft');
    return true;
  };

  const saveRows = async (id: string, values: FieldValues): Promise<void> => {
    const changed = gridOf(values);
    await changeRows(id, changed, gridOf(base.values));
    // another attempt adjusts no stock again
    edited.store({ variants: toTexts(changed.rows.filter((row) => row.id !== undefined)) });
    await addRows(id, changed);
  };

  const submit = (): Promise<void> =>
    form.submit(async (values, idempotencyKey) => {
      let id = loaded?.data.id;
      if (id === undefined) id = (await createProduct(toBody(own, values), gridOf(values), idempotencyKey)).id;
      else {
        if (!(await savePatch(id, values))) return;
        await saveRows(id, values);
      }
      edited.store(values);
      notify(savedText({ object: 'product', name: values['name'] }));
      await onSaved(id);
    });

  const grid = gridOf(form.values);
  const setRows = (rows: readonly VariantRow[]): void => form.set('variants', toTexts(rows));
  const images = useRef<readonly Image[]>([]);
  images.current = recordsOf<Image>(form.values, 'media');
  return {
    form,
    fields: own,
    edited,
    grid,
    loadedGrid: gridOf(base.values),
    images: images.current,
    submit,
    setRows,
    setOptions: (options: readonly Option[]): void =>
      form.replace({
        ...form.values,
        options: toTexts(options),
        variants: toTexts(nextRows(grid.rows, grid.options, options)),
      }),
    changeImages: (change: (present: readonly Image[]) => readonly Image[]): void => {
      images.current = change(images.current);
      form.set('media', toTexts(images.current));
    },
    publish: (): void => {
      form.set('status', 'active');
      void submit();
    },
  };
};
