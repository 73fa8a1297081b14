import { countries } from '../text/countries.ts';
import type { Field } from './field.ts';

const LINES = ['name', 'company', 'line1', 'line2', 'postal_code', 'city', 'state'] as const;

/** The fields of an address that a body has under a name. */
export const addressFields = (name: string): Field[] => [
  ...LINES.map((line): Field => ({ name: `${name}.${line}`, kind: 'text' })),
  { name: `${name}.country`, kind: 'choice', ...countries() },
  { name: `${name}.phone`, kind: 'text' },
];
