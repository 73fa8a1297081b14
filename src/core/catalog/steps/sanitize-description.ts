import { invalid } from '#core/shared/domain-error.ts';
import type { ProductFields } from '../product-fields.ts';
import { type HtmlSanitizer, MAX_DESCRIPTION, MAX_DESCRIPTION_HTML, type Unsafe } from '../safe-html.ts';

type Described = Readonly<{ [Name in 'description' | 'description_html']?: ProductFields[Name] }>;

/** `removed`: the tags of what a reader would miss. */
type Sanitized<Fields> = Readonly<{ fields: Fields; removed: readonly string[] }>;

/**
 * Sanitizes `description_html`, and makes `description` of it unless a writer gives both. Before the transaction: a
 * long text takes some time.
 * @throws DomainError `validation_failed`.
 */
export const sanitizeDescription = async <Fields extends Described>(
  sanitizer: HtmlSanitizer,
  fields: Unsafe<Fields>,
): Promise<Sanitized<Fields>> => {
  const { description_html: html, description } = fields as Unsafe<Described>;
  if (html === undefined || html === null) return { fields: fields as Fields, removed: [] };
  const sanitized = await sanitizer.sanitize(html);
  if (typeof sanitized === 'string')
    throw invalid([{ path: ['description_html'], code: `html.${sanitized}`, message: MESSAGES[sanitized] }]);
  const { html: clean, text, removed } = sanitized;
  const own = description === undefined ? { description: shortened(text) || null } : {};
  return { fields: { ...fields, ...own, description_html: clean === '' ? null : clean } as Fields, removed };
};

const MESSAGES = {
  too_complex: 'must have fewer tags, or fewer of them within each other',
  too_long: `must have at most ${MAX_DESCRIPTION_HTML} characters, also as HTML writes them: & is &amp;`,
} as const;

const shortened = (text: string): string =>
  text.length <= MAX_DESCRIPTION ? text : [...text].slice(0, MAX_DESCRIPTION).join('').trim();
