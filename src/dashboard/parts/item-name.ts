type Named = Readonly<{ name: string; options: Readonly<Record<string, string>> }>;

/** The name of an item, with the options that it does not contain: variants may have them in their names. */
export const itemName = ({ name, options }: Named): string => {
  const words = wordsOf(name);
  return [name, ...Object.values(options).filter((option) => !words.includes(wordsOf(option)))].join(', ');
};

/** The words of a text, each between spaces, so that `L` is not found in `Linen`. A comma within a number is kept. */
const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[\s;:()[\]/|–—-]+|,(?!\d)/u)
    .filter((word) => word !== '')
    .join(' ')} `;
