import type { FieldValues } from '../../form/field.ts';
import { t } from '../../text/text.ts';
import { textOf } from './description.ts';

/** As much as search engines show. */
const [MAX_TITLE, MAX_TEXT] = [60, 160];

const shortened = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max).trim()} …` : text);

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** The page of a product as search engines may show it. */
export const SearchPreview = ({ values }: Readonly<{ values: FieldValues }>) => {
  const text = (name: string): string => String(values[name] ?? '').trim();
  const description = text('seo_description') || textOf(text('description_html')) || t().productPage.previewEmpty;
  return (
    <figure class="search-preview" aria-label={t().productPage.preview}>
      <p class="search-preview-title">{shortened(text('seo_title') || text('name') || '…', MAX_TITLE)}</p>
      <p class="muted">… › {text('slug') || slugOf(text('name')) || '…'}</p>
      <p>{shortened(description, MAX_TEXT)}</p>
    </figure>
  );
};
