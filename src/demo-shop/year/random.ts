/** Numbers that look random and are the same for the same keys. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(...keys: readonly number[]) {
    [this.#a, this.#b, this.#c] = [0x9e3779b9, 0x243f6a88, 0xb7e15162];
    for (const key of keys) {
      this.#a = Math.imul(this.#a ^ key, 0x85ebca6b) | 0;
      this.#b = Math.imul(this.#b ^ Math.floor(key / 4_294_967_296), 0xc2b2ae35) | 0;
      for (let round = 0; round < 6; round += 1) this.next();
    }
  }

  /** From 0 to below 1. The generator is sfc32. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  }

  between(minimum: number, maximum: number): number {
    return minimum + this.next() * (maximum - minimum);
  }

  /** A whole number; both bounds are included. */
  integer(minimum: number, maximum: number): number {
    return Math.floor(this.between(minimum, maximum + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return present(items[Math.floor(this.next() * items.length)]);
  }

  /** One of the values, as often as its weight is large. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    const chosen = choices.find(([weight]) => {
      left -= weight;
      return left < 0;
    });
    return present(chosen ?? choices.at(-1))[1];
  }
}

const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new TypeError('There is nothing to choose from.');
  return value;
};
