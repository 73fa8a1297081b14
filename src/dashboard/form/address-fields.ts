import { countries } from '../text/countries.ts';
import type { Field, JsonObject } from './field.ts';

const LINES = ['name', 'company', 'line1', 'line2', 'postal_code', 'city', 'state'] as const;

/** The fields of an address that a body has under a name; where it cannot be left out, they say what it needs. */
export const addressFields = (
  name: string,
  { isRequired = false }: Readonly<{ isRequired?: boolean }> = {},
): Field[] => [
  ...LINES.map(
    (line): Field => ({ name: `${name}.${line}`, kind: 'text', isRequired: isRequired && line === 'line1' }),
  ),
  { name: `${name}.country`, kind: 'choice', isRequired, ...countries() },
  { name: `${name}.phone`, kind: 'text' },
];

/** A patch of a resource in which the addresses that were cleared are removed. */
export const removeClearedAddresses = (
  patch: JsonObject,
  resource: JsonObject,
  names: readonly string[],
): JsonObject => {
  const cleared = names.filter((name) => {
    const changes = patch[name] as JsonObject | undefined;
    return (
      changes !== undefined &&
      Object.values({ ...(resource[name] as JsonObject | null), ...changes }).every((value) => value === null)
    );
  });
  return { ...patch, ...Object.fromEntries(cleared.map((name) => [name, null])) };
};
