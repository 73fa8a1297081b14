import { readFileSync } from 'node:fs';
import { clearGlyphs, type ParsedFont, parseFont } from './pdfkit-fonts.ts';

export type Weight = 'regular' | 'bold';

/** A font file, and the characters that it is tried for. */
export type Typeface = Readonly<{ file: string; characters: RegExp }>;

const noto = (name: string, characters: RegExp): Typeface => ({ file: `Noto${name}`, characters });

const ANY = /./su;

/** Among the numbers are Roman ones, and numbers in circles. */
const SYMBOL = /[\p{S}\p{N}]/u;

/** Keys and flags are emoji by what follows their letters. */
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]|\u20e3/u;

const REGULAR = noto('Sans-Regular.ttf', ANY);
const BOLD = noto('Sans-Bold.ttf', ANY);

/** Tried in this order, after Noto Sans, which has Latin, Greek and Cyrillic. */
const OTHERS: readonly Typeface[] = [
  noto('SansArabic-Regular.ttf', /\p{Script_Extensions=Arabic}/u),
  noto('SansHebrew-Regular.ttf', /\p{Script_Extensions=Hebrew}/u),
  noto('SansDevanagari-Regular.ttf', /\p{Script_Extensions=Devanagari}/u),
  noto('SansBengali-Regular.ttf', /\p{Script_Extensions=Bengali}/u),
  noto('SansGurmukhi-Regular.ttf', /\p{Script_Extensions=Gurmukhi}/u),
  noto('SansGujarati-Regular.ttf', /\p{Script_Extensions=Gujarati}/u),
  noto('SansOriya-Regular.ttf', /\p{Script_Extensions=Oriya}/u),
  noto('SansTamil-Regular.ttf', /\p{Script_Extensions=Tamil}/u),
  noto('SansTelugu-Regular.ttf', /\p{Script_Extensions=Telugu}/u),
  noto('SansKannada-Regular.ttf', /\p{Script_Extensions=Kannada}/u),
  noto('SansMalayalam-Regular.ttf', /\p{Script_Extensions=Malayalam}/u),
  noto('SansSinhala-Regular.ttf', /\p{Script_Extensions=Sinhala}/u),
  noto('SansThai-Regular.ttf', /\p{Script_Extensions=Thai}/u),
  noto('SansLao-Regular.ttf', /\p{Script_Extensions=Lao}/u),
  noto('SansKhmer-Regular.ttf', /\p{Script_Extensions=Khmer}/u),
  noto('SansMyanmar-Regular.ttf', /\p{Script_Extensions=Myanmar}/u),
  noto('SerifTibetan-Regular.ttf', /\p{Script_Extensions=Tibetan}/u),
  noto('SansThaana-Regular.ttf', /\p{Script_Extensions=Thaana}/u),
  noto('SansArmenian-Regular.ttf', /\p{Script_Extensions=Armenian}/u),
  noto('SansGeorgian-Regular.ttf', /\p{Script_Extensions=Georgian}/u),
  noto('SansEthiopic-Regular.ttf', /\p{Script_Extensions=Ethiopic}/u),
  noto(
    'SansCJKjp-Regular.otf',
    /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}\u3000-\u33ff\uff00-\uffef]/u,
  ),
  noto('Emoji-Regular.ttf', EMOJI),
  noto('SansMath-Regular.ttf', SYMBOL),
  noto('SansSymbols-Regular.ttf', SYMBOL),
  noto('SansSymbols2-Regular.ttf', SYMBOL),
];

const parsed = new Map<string, ParsedFont>();

/** Read once per thread, when a document first uses it. */
export const fontOf = ({ file }: Typeface): ParsedFont => {
  const cached = parsed.get(file);
  if (cached !== undefined) return cached;
  const font = parseFont(readFileSync(new URL(`../fonts/${file}`, import.meta.url)));
  parsed.set(file, font);
  return font;
};

/** The units of an em, and the height above and below the baseline in ems. */
export type Metrics = Readonly<{ unitsPerEm: number; ascent: number; descent: number }>;

const metrics = new Map<Typeface, Metrics>();

/** Read once: fonts look them up in their tables each time. */
export const metricsOf = (typeface: Typeface): Metrics => {
  const cached = metrics.get(typeface);
  if (cached !== undefined) return cached;
  const { unitsPerEm, ascent, descent } = fontOf(typeface);
  const read = { unitsPerEm, ascent: ascent / unitsPerEm, descent: -descent / unitsPerEm };
  metrics.set(typeface, read);
  return read;
};

/** Before each document, so that its bytes do not depend on earlier ones. */
export const clearTypefaces = (): void => {
  for (const font of parsed.values()) clearGlyphs(font);
};

/** Characters that are not seen, and need no glyph. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

const has = (typeface: Typeface, cluster: string): boolean =>
  [...cluster].every(
    (character) => INVISIBLE.test(character) || fontOf(typeface).hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );

const found: Readonly<Record<Weight, Map<string, Typeface | null>>> = { regular: new Map(), bold: new Map() };

/** How many clusters are cached per weight: more than any language uses. */
const MAX_FOUND = 50_000;

export const latinTypeface = (weight: Weight): Typeface => (weight === 'bold' ? BOLD : REGULAR);

/** The typeface with all characters of a grapheme cluster; null if none has them. Only Noto Sans has a bold weight. */
export const typefaceFor = (cluster: string, weight: Weight): Typeface | null => {
  const cache = found[weight];
  const cached = cache.get(cluster);
  if (cached !== undefined) return cached;
  const typeface =
    [latinTypeface(weight), ...OTHERS].find((each) => each.characters.test(cluster) && has(each, cluster)) ?? null;
  if (cache.size >= MAX_FOUND) cache.clear();
  cache.set(cluster, typeface);
  return typeface;
};
