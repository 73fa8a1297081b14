import { fill, t, textOf } from '../text/text.ts';

/** The members by which people know a resource; the first that it has is its name. */
const NAMES = ['name', 'number', 'code', 'path', 'url', 'email'] as const;

type Named = Readonly<Partial<Record<'object' | 'role' | (typeof NAMES)[number], unknown>>>;

/** What is said of a resource: with its name, without one, and where the texts have no word for it. */
type Wording = Readonly<{ named: string; unnamed: string; unknown: string }>;

/** Such as `Shipping method “Express” saved.` @param result a resource, or a response that has one */
export const savedText = (result: unknown): string =>
  textAbout(result, { named: t().form.savedOf, unnamed: t().form.savedOnly, unknown: t().form.saved });

/** Such as `Discount “SPRING” deleted.` */
export const deletedText = (resource: unknown): string =>
  textAbout(resource, { named: t().form.deletedOf, unnamed: t().form.deletedOnly, unknown: t().common.deleted });

const textAbout = (result: unknown, { named, unnamed, unknown }: Wording): string => {
  const { data = result } = (result ?? {}) as Readonly<{ data?: unknown }>;
  const resource = (data ?? {}) as Named;
  // customers are users whom the dashboard calls by another word
  const object = resource.object === 'user' && resource.role === 'customer' ? 'customer' : String(resource.object);
  const kind = textOf(t().objects, object);
  if (kind === object) return unknown;
  const name = NAMES.map((each) => resource[each]).find((each) => typeof each === 'string' && each !== '');
  return name === undefined ? fill(unnamed, { kind }) : fill(named, { kind, name: String(name) });
};
