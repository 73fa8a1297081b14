/** The value of an attribute, as a browser reads it. */
const attribute = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value && unescaped(value);
};

const unescaped = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** What a browser would send of the form of a page, without a script. */
export const formOf = (html: string): Readonly<{ action: string; fields: URLSearchParams }> => {
  const [form = ''] = /<form .*<\/form>/s.exec(html) ?? [];
  const fields = new URLSearchParams();
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const isLeftOut = /type="(?:checkbox|radio)"/.test(tag) && !/ checked/.test(tag);
    if (!isLeftOut) fields.append(attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '');
  }
  for (const [, tag = '', text = ''] of form.matchAll(/(<textarea [^>]*>)\n([^<]*)/g)) {
    fields.append(attribute(tag, 'name') ?? '', unescaped(text));
  }
  for (const [, tag = '', options = ''] of form.matchAll(/(<select [^>]*>)(.*?)<\/select>/gs)) {
    const [chosen = ''] = /<option [^>]* selected>/.exec(options) ?? [];
    fields.append(attribute(tag, 'name') ?? '', attribute(chosen, 'value') ?? '');
  }
  return { action: attribute(form, 'action') ?? '', fields };
};

/** The fields of the form of a page, with other values of some. */
export const filledForm = (html: string, values: Readonly<Record<string, string>>): URLSearchParams => {
  const { fields } = formOf(html);
  for (const [name, value] of Object.entries(values)) fields.set(name, value);
  return fields;
};

/** The text that describes the field with an id to those who hear the page. */
export const describedBy = (html: string, id: string): string => {
  const [tag = ''] = new RegExp(`<[^>]* id="${id}"[^>]*>`).exec(html) ?? [];
  const ids = attribute(tag, 'aria-describedby')?.split(' ') ?? [];
  return ids
    .map((each) => new RegExp(`<(\\w+)[^>]* id="${each}"[^>]*>(.*?)</\\1>`, 's').exec(html)?.[2] ?? '')
    .map((inner) => unescaped(inner.replaceAll(/<[^>]*>/g, '')))
    .join(' ');
};

/** What is wrong with a page for those who hear it. */
export const barriersOf = (html: string): string[] => {
  const found: string[] = [];
  if (!/<html lang="[a-z]{2}">/.test(html)) found.push('no language');
  const headings = html.match(/<h1>/g)?.length ?? 0;
  if (headings !== 1) found.push(`${headings} main headings`);
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
  if (new Set(ids).size < ids.length) found.push('an id twice');
  const labelled = new Set([...html.matchAll(/<label for="([^"]+)"/g)].map(([, id = '']) => id));
  for (const [tag] of html.matchAll(/<(?:input|textarea|select) [^>]*>/g)) {
    const isLabelled = labelled.has(attribute(tag, 'id') ?? '') || attribute(tag, 'aria-label') !== undefined;
    if (!tag.includes('type="hidden"') && !isLabelled) found.push(`no label: ${tag}`);
  }
  const references = [...html.matchAll(/\s(?:aria-describedby|for)="([^"]+)"|href="#([^"]+)"/g)];
  for (const id of references.flatMap(([, list = '', anchor = '']) => `${list} ${anchor}`.trim().split(' '))) {
    if (!ids.includes(id)) found.push(`no element ${id}`);
  }
  return found;
};
