import { extractText, getDocumentProxy } from 'unpdf';
import { create } from 'xmlbuilder2';

type Proxy = Awaited<ReturnType<typeof getDocumentProxy>>;

const opened = async <T>(file: Uint8Array, read: (pdf: Proxy) => Promise<T>): Promise<T> => {
  // the reader takes the bytes away
  const pdf = await getDocumentProxy(file.slice());
  try {
    return await read(pdf);
  } finally {
    await pdf.loadingTask.destroy();
  }
};

/** The text of each page, as a reader sees it from left to right, and from right to left within a word. */
export const pagesOf = (file: Uint8Array): Promise<string[]> =>
  opened(file, async (pdf) => (await extractText(pdf, { mergePages: false })).text);

type Attachment = Readonly<{ id: string; name: string; content: string }>;

/** The embedded files. */
export const attachmentsOf = (file: Uint8Array): Promise<Attachment[]> =>
  opened(file, async (pdf) => {
    const found = new Map((await pdf.getAttachments()) as Map<string, { filename: string }> | null);
    return Promise.all(
      Array.from(found, async ([id, { filename }]) => {
        const content = (await pdf.getAttachmentContent(id)) as Uint8Array;
        return { id, name: filename, content: new TextDecoder().decode(content) };
      }),
    );
  });

type Element = Readonly<{ [name: string]: Element | Element[] | string }>;

/** An XML document as objects by element names without their prefixes; attributes begin with `@`. */
export const parsedXml = (xml: string): Element => create(xml.replaceAll(/(<\/?)\w+:/g, '$1')).toObject() as Element;

/** The elements of a name anywhere below an element, as they are nested in it. */
export const elementsOf = (element: unknown, name: string): unknown[] => {
  if (typeof element !== 'object' || element === null) return [];
  return Object.entries(element).flatMap(([key, value]) => {
    const below = Array.isArray(value) ? value.flatMap((each) => elementsOf(each, name)) : elementsOf(value, name);
    return key === name ? [...[value].flat(), ...below] : below;
  });
};

/** The text of the only element of a name. */
export const textOf = (element: unknown, name: string): string => {
  const found = elementsOf(element, name);
  if (found.length !== 1) throw new Error(`there are ${found.length} elements ${name}`);
  const [only] = found;
  return typeof only === 'string' ? only : String((only as Record<string, unknown>)['#']);
};
