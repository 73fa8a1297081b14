import { stemmer } from '@orama/stemmers/english';

/** Plurals that no rule of the stemmer knows. */
const IRREGULAR = new Map<string, string>([
  ...([
    ['men', 'man'],
    ['mens', 'man'],
    ['women', 'woman'],
    ['womens', 'woman'],
    ['children', 'child'],
    ['childrens', 'child'],
    ['feet', 'foot'],
    ['teeth', 'tooth'],
    ['geese', 'goose'],
    ['mice', 'mouse'],
    ['lives', 'life'],
    ['elves', 'elf'],
  ] as const),
]);

/** Plurals of words with `f`, also at the end of compounds: `bookshelves`. */
const OF_F = /(?<start>cal|hal|kni|lea|loa|scar|shel|thie|wi|wol|hoo)ves$/;

const WITH_E = /(?:kni|wi)$/;

/** The stem of an English word, also of an irregular plural. */
export const stemEnglish = (word: string): string => {
  const singular = word.replace(OF_F, (_, start: string) => `${start}f${WITH_E.test(start) ? 'e' : ''}`);
  return stemmer(IRREGULAR.get(word) ?? singular);
};
