import { type Cells, rowError } from '../source-row.ts';
import { lines, type Preset, translate, withCells } from './preset.ts';

/** Products in the format of Vendure's import. A row without a name is a variant of the product above. */
export const vendure: Preset = {
  recognisedBy: [['optiongroups', 'optionvalues', 'variantassets']],
  decimal: '.',
  columns: {
    sku: 'sku',
    price: 'price',
    taxcategory: 'tax_category',
    stockonhand: 'stock',
    trackinventory: 'track_stock',
    assets: 'images',
    variantassets: 'variant_images',
  },
  patterns: [[/^(name|slug|description|facets|optiongroups|optionvalues)(?: ([a-z]{2}))?$/, 'text.$1.$2']],
  open: () => {
    // two products may have the same name
    let [key, group] = ['', ''];
    let names: readonly string[] = [];
    return (row) => {
      const { texts, isTranslated } = mainTexts(row.cells);
      const { name, optiongroups: groups, optionvalues: values, facets = '', slug, description } = texts;
      const cells = withCells(row.cells, { slug, description });
      if (name !== undefined) {
        [key, group] = [`line ${row.line}`, cells['slug'] ?? name];
        names = partsOf(groups ?? '');
      }
      const facetsOf = (facet: string) =>
        partsOf(facets)
          .filter((each) => each.startsWith(`${facet}:`))
          .map((each) => each.slice(facet.length + 1));
      const others = partsOf(facets)
        .filter((each) => !/^(?:category|brand):/.test(each))
        .map((each) => each.slice(each.indexOf(':') + 1));
      const found = partsOf(values ?? '');
      const isShifted = found.length !== names.length;
      const item = withCells(cells, {
        name,
        group,
        category: facetsOf('category').join(' > '),
        vendor: facetsOf('brand')[0],
        tags: lines(others),
        images: lines(partsOf(cells['images'] ?? '')),
        losses: isTranslated ? 'translation' : undefined,
        variant_images: lines(partsOf(cells['variant_images'] ?? '')),
      });
      const shifted = rowError('options', `has ${found.length} values for ${names.length} options`);
      const options = isShifted ? {} : Object.fromEntries(names.map((each, index) => [each, found[index] ?? '']));
      return {
        ...translate({ ...row, errors: isShifted ? [...row.errors, shifted] : row.errors }, item, options),
        keys: [key],
      };
    };
  },
};

/** The texts in the first language that has them: columns of several may follow each other. */
const mainTexts = (cells: Cells) => {
  const texts: Record<string, string> = {};
  let isTranslated = false;
  for (const [field, text] of Object.entries(cells)) {
    const [kind, name = ''] = field.split('.');
    if (kind !== 'text') continue;
    if (texts[name] === undefined) texts[name] = text;
    else isTranslated = true;
  }
  return { texts, isTranslated };
};

const partsOf = (cell: string): string[] =>
  cell
    .split(/[|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
