/** What the navigation groups pages by, in its order. */
export const GROUPS = ['Start', 'Guides', 'Deployment', 'Extension', 'API reference', 'More'] as const;

export type Group = (typeof GROUPS)[number];

/** A part of a page: for its contents and for the search. */
export type Part = Readonly<{
  /** The fragment of its address. */
  id: string;
  title: string;
  level: 2 | 3;
  /** What the navigation shows above it. */
  heading?: string;
  /** Without markup. */
  text: string;
}>;

/** A page of the documentation without its frame. */
export type Page = Readonly<{
  /** Such as `/docs/guides/quick-start`. */
  path: string;
  title: string;
  /** A sentence about it. */
  summary: string;
  group: Group;
  /** Its main column. */
  html: string;
  /** The same as Markdown. */
  markdown: string;
  parts: readonly Part[];
  /** What the search says below the title, where it is not the group. */
  label?: string;
  /** Whether the navigation lists it. */
  isListed: boolean;
}>;
