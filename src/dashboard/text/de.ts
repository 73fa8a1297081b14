import { english, type Texts } from './en.ts';

/** The German texts. */
export const german: Texts = english;
