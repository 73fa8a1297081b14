/** The prefix of a label that is written in ASCII by RFC 5891. */
const ASCII_PREFIX = 'xn--';

/** Parameters of Punycode, by RFC 3492. */
const [BASE, T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE_POINT] = [36, 1, 26, 38, 700, 72, 128];

const LAST_CODE_POINT = 0x10ffff;

/** Halves of characters, of which two would be another one. */
const isSurrogate = (codePoint: number): boolean => codePoint >= 0xd800 && codePoint <= 0xdfff;

const adapt = (delta: number, count: number, isFirst: boolean): number => {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let bias = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; bias += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return bias + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
};

/** The delta that digits encode from a place on, and the place after it; undefined for what is no Punycode. */
const readDelta = (digits: string, from: number, bias: number): readonly [delta: number, next: number] | undefined => {
  let delta = 0;
  let weight = 1;
  for (let [place, k] = [from, BASE]; place < digits.length; place += 1, k += BASE) {
    // a to z are 0 to 25, and 0 to 9 are 26 to 35
    const digit = (Number.parseInt(digits.charAt(place), BASE) + 26) % BASE;
    delta += digit * weight;
    const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
    if (Number.isNaN(digit) || delta > Number.MAX_SAFE_INTEGER) return undefined;
    if (digit < threshold) return [delta, place + 1];
    weight *= BASE - threshold;
  }
  return undefined;
};

/** The text of Punycode in lower case; undefined for other text. */
const decode = (encoded: string): string | undefined => {
  const end = Math.max(encoded.lastIndexOf('-'), 0);
  const characters = [...encoded.slice(0, end)];
  let [codePoint, index, bias] = [FIRST_CODE_POINT, 0, FIRST_BIAS];
  // a delimiter without a character before it is none
  for (let place = end === 0 ? 0 : end + 1; place < encoded.length; ) {
    const read = readDelta(encoded, place, bias);
    if (read === undefined) return undefined;
    const [delta, next] = read;
    const count = characters.length + 1;
    bias = adapt(delta, count, index === 0 && codePoint === FIRST_CODE_POINT);
    codePoint += Math.floor((index + delta) / count);
    index = (index + delta) % count;
    if (codePoint > LAST_CODE_POINT || isSurrogate(codePoint)) return undefined;
    characters.splice(index, 0, String.fromCodePoint(codePoint));
    index += 1;
    place = next;
  }
  return characters.join('');
};

/**
 * A label in Unicode, if its ASCII form is that of what it encodes. Others stay: resolvers look them up as they are written,
 * and what they encode, such as `ⓔxample`, as another one.
 */
const unicodeLabel = (label: string, fold: (label: string) => string): string => {
  const decoded = label.startsWith(ASCII_PREFIX) ? decode(label.slice(ASCII_PREFIX.length)) : undefined;
  return decoded !== undefined && /[^\0-\x7f]/.test(decoded) && fold(decoded) === decoded ? decoded : label;
};

/**
 * A folded domain whose labels are in Unicode: `bücher.example` for `xn--bcher-kva.example`.
 * @param fold Folds a label.
 */
export const unicodeDomain = (domain: string, fold: (label: string) => string): string =>
  domain
    .split('.')
    .map((label) => unicodeLabel(label, fold))
    .join('.');
