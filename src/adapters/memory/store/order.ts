type Item = Readonly<{ id: string }>;
type Created = Item & Readonly<{ createdAt: Date }>;

export const byId = (a: Item, b: Item): number => (a.id < b.id ? -1 : 1);

export const oldestFirst = (a: Created, b: Created): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || byId(a, b);

export const newestFirst = (a: Created, b: Created): number => oldestFirst(b, a);
