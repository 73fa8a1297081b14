import { setImmediate as nextIteration } from 'node:timers/promises';

type Dump = (value: unknown) => string;

/** The levels of a document whose members are written one at a time: in `components.schemas`, each schema. */
const LEVELS = 2;

/** A document as YAML 1.2. Other requests get their turns while it is made. */
export const toYaml = async (document: object): Promise<string> => {
  const { dump } = await import('js-yaml');
  return membersOf(document, LEVELS, (value) => dump(value, { noRefs: true, lineWidth: -1 }));
};

const membersOf = async (members: object, levels: number, dump: Dump): Promise<string> => {
  let text = '';
  for (const [name, value] of Object.entries(members)) {
    await nextIteration();
    text +=
      levels > 0 && isMap(value)
        ? dump({ [name]: {} }).replace(' {}', '') + indented(await membersOf(value, levels - 1, dump))
        : dump({ [name]: value });
  }
  return text;
};

const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');
