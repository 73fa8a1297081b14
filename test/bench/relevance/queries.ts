import { english } from './queries-english.ts';
import { german } from './queries-german.ts';
import { world } from './queries-world.ts';
import type { JudgedQuery } from './types.ts';

export const queries: readonly JudgedQuery[] = [...english, ...german, ...world];
