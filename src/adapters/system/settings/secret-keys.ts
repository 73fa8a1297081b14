import Joi from 'joi';

const MIN_LENGTH = 32;
const MIN_DISTINCT_CHARACTERS = 10;
/** A key that repeats fewer characters than this is weak however long it is. */
const MIN_PERIOD = 11;

/** Why a key is too weak to encrypt with; undefined if it is not. */
export const weaknessOf = (key: string): string | undefined => {
  if (key.length < MIN_LENGTH) return `must have at least ${MIN_LENGTH} characters`;
  const isWeak = new Set(key).size < MIN_DISTINCT_CHARACTERS || periodOf(key) < MIN_PERIOD;
  return isWeak ? 'must be random: make one with `openssl rand -base64 32`' : undefined;
};

/** The length of the shortest beginning whose repetition gives the whole text. */
const periodOf = (text: string): number => {
  for (let period = 1; period < MIN_PERIOD; period += 1) {
    if (text.slice(period) === text.slice(0, -period)) return period;
  }
  return text.length;
};

const checked = (key: string, helpers: Joi.CustomHelpers) => {
  const weakness = weaknessOf(key);
  return weakness === undefined ? key : helpers.message({ custom: weakness });
};

/** A secret key. */
export const secretKey = Joi.string().custom(checked);

/** Former secret keys, separated by commas, the latest first. */
export const formerSecretKeys = Joi.string()
  .custom((text: string, helpers) => {
    const keys = text.split(',').map((key) => key.trim());
    const weakness = keys.map(weaknessOf).find((found) => found !== undefined);
    return weakness === undefined ? keys : helpers.message({ custom: `${weakness}; several are separated by commas` });
  })
  .default([]);
