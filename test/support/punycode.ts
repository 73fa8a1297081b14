/** The adapted bias of RFC 3492, 6.1. */
const adapted = (delta: number, count: number, isFirst: boolean): number => {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / count);
  let bias = 0;
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35);
  return bias + Math.floor((36 * rest) / (rest + 38));
};

const digit = (value: number): string => 'abcdefghijklmnopqrstuvwxyz0123456789'.charAt(value);

const numberText = (delta: number, bias: number): string => {
  let [text, rest] = ['', delta];
  for (let k = 36; ; k += 36) {
    const threshold = Math.min(Math.max(k - bias, 1), 26);
    if (rest < threshold) return text + digit(rest);
    text += digit(threshold + ((rest - threshold) % (36 - threshold)));
    rest = Math.floor((rest - threshold) / (36 - threshold));
  }
};

/** A label in ASCII as Punycode has it, of which nothing is mapped. */
export const literalLabel = (label: string): string => {
  const codePoints = Array.from(label, (character) => character.codePointAt(0) ?? 0);
  const ascii = codePoints.filter((codePoint) => codePoint < 128);
  if (ascii.length === codePoints.length) return label;
  let text = `xn--${String.fromCodePoint(...ascii)}${ascii.length > 0 ? '-' : ''}`;
  let [codePoint, delta, bias, count] = [128, 0, 72, ascii.length];
  while (count < codePoints.length) {
    const next = Math.min(...codePoints.filter((one) => one >= codePoint));
    delta += (next - codePoint) * (count + 1);
    codePoint = next;
    for (const one of codePoints) {
      if (one < codePoint) delta += 1;
      if (one !== codePoint) continue;
      text += numberText(delta, bias);
      bias = adapted(delta, count + 1, count === ascii.length);
      delta = 0;
      count += 1;
    }
    delta += 1;
    codePoint += 1;
  }
  return text;
};
