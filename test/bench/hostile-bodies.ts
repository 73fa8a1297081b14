/** The names of an operation's fields, for bodies that reach their validation. */
type Fields = readonly string[];

/** Makes a body of about a number of bytes. */
type Shape = (bytes: number, fields: Fields) => string;

/** One text, repeated in every field up to the size. */
const inEveryField =
  (unit: string): Shape =>
  (bytes, fields) => {
    const each = Math.floor(bytes / fields.length / Buffer.byteLength(unit)) - 5;
    return JSON.stringify(Object.fromEntries(fields.map((field) => [field, unit.repeat(Math.max(1, each))])));
  };

const metadataOf =
  (unit: string): Shape =>
  (bytes) =>
    JSON.stringify({ metadata: { note: unit.repeat(Math.floor((bytes - 50) / Buffer.byteLength(unit))) } });

const members = (bytes: number, write: (index: number) => string): string => {
  const all: string[] = [];
  for (let index = 0, size = 0; size < bytes - 100; index += 1) {
    const member = write(index);
    size += member.length + 1;
    all.push(member);
  }
  return all.join();
};

/** Bodies that cost a careless service much time for their size. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  'digits of another script in metadata': metadataOf('٩'),
  'full-width card numbers in metadata': metadataOf('４２４２４２４２４２４２４２４１ '),
  'groups of digits in metadata': metadataOf('4242 4242 4242 4241-'),
  'percent-encoded digits in metadata': metadataOf('%34%32'),
  'combining marks in every field': inEveryField('\u0301\u0316'),
  'combining marks in one field': (bytes, [field]) =>
    JSON.stringify({ [field ?? '']: '\u0301\u0316'.repeat(bytes / 4 - 20) }),
  'letters in every field': inEveryField('x'),
  'spaces in every field': inEveryField(' '),
  'emoji in every field': inEveryField('👩‍👩‍👧'),
  'addresses in every field': inEveryField('a@b.'),
  'URLs in every field': inEveryField('https://a/?'),
  'escapes in every field': (bytes, fields) => `{"${fields[0]}":"${'\\u0041'.repeat(Math.floor((bytes - 100) / 6))}"}`,
  'keys of metadata': (bytes) => `{"metadata":{${members(bytes, (index) => `"k${index}":"v"`)}}}`,
  'a long key': (bytes) => JSON.stringify({ ['٩'.repeat(Math.floor((bytes - 20) / 2))]: 1 }),
  'long keys': (bytes) => `{${members(bytes, (index) => `"${index}${'k'.repeat(500)}":1`)}}`,
  'unknown keys': (bytes) => `{${members(bytes, (index) => `"k${index}":1`)}}`,
  'few unknown keys': (bytes) => `{${members(Math.min(bytes, 15_000), (index) => `"k${index}":1`)}}`.padEnd(bytes - 10),
  'items in every field': (bytes, fields) =>
    `{${fields.map((field) => `"${field}":[${members(bytes / fields.length, () => '1')}]`).join()}}`,
  'empty arrays': (bytes) => `[${members(bytes, () => '[]')}]`,
  'nested arrays': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'digits of a number': (bytes, fields) => `{"${fields[0]}":1${'0'.repeat(bytes - 300)}1}`,
  backslashes: (bytes) => `{"metadata":"${'\\'.repeat(bytes - 100)}"}`,
  quotes: (bytes) => `{"metadata":"${'\\"'.repeat(bytes / 2 - 100)}`,
  spaces: (bytes) => ' '.repeat(bytes),
};
