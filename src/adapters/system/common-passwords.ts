import type { CommonPasswords } from '#core/access/common-passwords.ts';

/** What is guessed within so many tries by whoever knows the lists of leaked passwords and how people vary them. */
const FEWEST_GUESSES = 1_000_000;

/** Guessing costs more than linearly, and what begins like this is strong or weak by its beginning. */
const LENGTH_LOOKED_AT = 32;

type Estimate = (password: string) => number;

let loading: Promise<Estimate> | undefined;

/** By zxcvbn and its list of 49,000 leaked passwords, loaded when the first password is set. */
export const commonPasswords: CommonPasswords = {
  async includes(password) {
    loading ??= load();
    const estimate = await loading;
    return estimate([...password].slice(0, LENGTH_LOOKED_AT).join('')) < FEWEST_GUESSES;
  },
};

const load = async (): Promise<Estimate> => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs });
  return (password) => zxcvbn.check(password).guesses;
};
