import { useEffect } from 'preact/hooks';
import { holds } from '../../app/session.ts';
import { ConflictDialog } from '../../form/conflict-dialog.tsx';
import type { Field } from '../../form/field.ts';
import { FieldInputs } from '../../form/form-view.tsx';
import { RestoredNotice } from '../../form/restored-notice.tsx';
import { ScopedButton } from '../../form/scoped-button.tsx';
import { useRefusalFocus } from '../../form/use-refusal-focus.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SaveBar } from '../../parts/save-bar.tsx';
import { fill, t } from '../../text/text.ts';
import { MediaEditor } from './media-editor.tsx';
import { OptionEditor } from './option-editor.tsx';
import { productCards } from './product-fields.ts';
import { SearchPreview } from './search-preview.tsx';
import { StockOfVariants } from './stock.tsx';
import { type ProductFormProps, useProductForm } from './use-product-form.tsx';
import { useShopCurrency } from './use-shop-currency.ts';
import { VariantGrid } from './variant-grid.tsx';

type Props = ProductFormProps & Readonly<{ onOpenVariant?: (id: string) => void }>;

/** Short fields stand beside each other. */
const PAIRWISE = 'form pairwise';

const SCOPE = 'products:write';

/** As many variants as a product may have. */
const MAX_VARIANTS = 250;

/** The page of a product, or of a new one: its fields in cards, its images, options and variants. */
export const ProductForm = (props: Props) => {
  const { loaded, onOpenVariant } = props;
  const shopCurrency = useShopCurrency(loaded === undefined);
  const state = useProductForm(Object.values(productCards(loaded?.data, '')).flat(), props);
  const { form, grid, edited } = state;
  const { conflict, isChanged } = edited;
  const cards = productCards(loaded?.data, String(form.values['currency'] ?? '').trim() || shopCurrency);
  const element = useRefusalFocus(form);
  const isNew = loaded === undefined;
  // what a new product begins with
  useEffect(() => {
    if (isNew) element.current?.querySelector<HTMLElement>('input[name="name"]')?.focus();
  }, []);
  const card = (title: string, fields: readonly Field[], look = 'form') => (
    <Section title={title}>
      <div class={look}>
        <FieldInputs form={form} fields={fields} />
      </div>
    </Section>
  );
  return (
    <>
      {edited.isRestored && <RestoredNotice onDiscard={edited.discard} />}
      <form
        ref={element}
        class="product-page"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void state.submit();
        }}
      >
        <div class="product-main">
          {card(t().products.basics, cards.basics)}
          <Section title={t().productPage.media}>
            <MediaEditor
              name={String(form.values['name'])}
              images={state.images}
              error={form.errors.get('media')}
              onChange={state.changeImages}
            />
          </Section>
          {card(t().products.pricing, cards.pricing, PAIRWISE)}
          <Section title={t().products.variants}>
            <Variants state={state} onOpen={(id) => onOpenVariant?.(id)} />
            {loaded?.data.variants?.length ? <StockOfVariants product={loaded.data} /> : null}
          </Section>
          {grid.rows.length === 0 && card(t().products.inventory, [...cards.inventory, ...cards.shipping], PAIRWISE)}
          {grid.rows.length > 0 &&
            card(t().products.inventory, [...cards.inventory.slice(0, 2), ...cards.shipping], PAIRWISE)}
          {card(t().products.details, cards.details)}
        </div>
        <div class="product-side">
          {card(t().productPage.organization, cards.organization)}
          <Section title={t().products.searchEngines}>
            <div class="form">
              <SearchPreview values={form.values} />
              <FieldInputs form={form} fields={cards.searchEngines} />
            </div>
          </Section>
        </div>
        {form.failure && <ProblemNotice error={form.failure} />}
        {(isNew || isChanged) && (
          <SaveBar isChanged={isChanged} onSave={() => holds(SCOPE) && void state.submit()}>
            {isChanged && <Button label={t().productPage.discard} onClick={edited.discard} />}
            {form.values['status'] === 'draft' && (
              <ScopedButton
                label={t().productPage.publish}
                scope={SCOPE}
                isBusy={form.isBusy}
                onClick={state.publish}
              />
            )}
            <ScopedButton type="submit" label={t().common.save} scope={SCOPE} class="primary" isBusy={form.isBusy} />
          </SaveBar>
        )}
      </form>
      {conflict && (
        <ConflictDialog
          fields={state.fields}
          base={edited.base.values}
          mine={form.values}
          theirs={conflict.values}
          onClose={edited.closeConflict}
          onResolve={(values) => edited.resolve(values, conflict)}
        />
      )}
    </>
  );
};

type VariantsProps = Readonly<{ state: ReturnType<typeof useProductForm>; onOpen: (id: string) => void }>;

const Variants = ({ state: { form, grid, loadedGrid, setOptions, setRows }, onOpen }: VariantsProps) => (
  <div class="column">
    <OptionEditor options={grid.options} loaded={loadedGrid.options} onChange={setOptions} />
    {form.errors.has('variants') && <p class="field-error">{form.errors.get('variants')}</p>}
    {grid.rows.length > MAX_VARIANTS && (
      <p class="field-error">{fill(t().productPage.tooMany, { max: MAX_VARIANTS, rows: grid.rows.length })}</p>
    )}
    {grid.rows.length > 0 && (
      <VariantGrid
        rows={grid.rows}
        options={grid.options}
        defaults={{ price: String(form.values['price'] ?? ''), status: String(form.values['status'] ?? 'draft') }}
        errors={form.errors}
        canWrite={holds(SCOPE)}
        onChange={setRows}
        onOpen={onOpen}
      />
    )}
  </div>
);
