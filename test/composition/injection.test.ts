import { expect } from 'chai';
import { constant, every, makeContainer, provide, token } from '#composition/injection.ts';

const COUNT = token<number>('Count');
const NAME = token<string>('Name');
const TEXT = token<string>('Text');

const repeat = ({ text, times }: Readonly<{ text: string; times: number }>): string => text.repeat(times);

describe('provide', () => {
  it('passes the values of the tokens by name', () => {
    const container = makeContainer([
      constant(COUNT, 2),
      constant(NAME, 'ab'),
      provide(TEXT, { times: COUNT, text: NAME }, repeat),
    ]);
    expect(container.get(TEXT)).to.equal('abab');
  });

  it('makes a value once', () => {
    const made = token<object>('Made');
    const container = makeContainer([provide(made, {}, () => ({}))]);
    expect(container.get(made)).to.equal(container.get(made));
  });

  it('passes all values of a token that is bound several times', () => {
    const container = makeContainer([
      constant(NAME, 'a'),
      constant(NAME, 'b'),
      provide(TEXT, { names: every(NAME) }, ({ names }) => names.join()),
    ]);
    expect(container.get(TEXT)).to.equal('a,b');
  });

  it('does not compile with a token of another type, a missing token or another result', () => {
    // @ts-expect-error: `times` needs a number
    provide(TEXT, { times: NAME, text: NAME }, repeat);
    // @ts-expect-error: `times` is missing
    provide(TEXT, { text: NAME }, repeat);
    // @ts-expect-error: the token holds a number, and `repeat` returns a string
    provide(COUNT, { times: COUNT, text: NAME }, repeat);
    // @ts-expect-error: the token holds a number
    constant(COUNT, 'two');
  });
});
