import { contentOf, type OpenApiDocument, type Operation, type Schema } from './document.ts';
import { innerOf, isResource, shapeOf } from './schemas.ts';

/** The page of a tag. */
export const pathOfTag = (tag: string): string => `/docs/reference/${tag.toLowerCase().replaceAll(' ', '-')}`;

/** The tag whose page shows each resource: that of the first operation which responds with it, else which contains it. */
export const tagsOfResources = (
  { components: { schemas } }: OpenApiDocument,
  operations: readonly Operation[],
): ReadonlyMap<string, string> => {
  const tags = new Map<string, string>();
  const visit = (schema: Schema, tag: string, depth: number, seen: Set<string>): void => {
    const shape = shapeOf(schema, schemas);
    if (shape.name !== undefined) {
      if (seen.has(shape.name)) return;
      seen.add(shape.name);
    }
    if (isResource(shape) && !tags.has(shape.name ?? '')) tags.set(shape.name ?? '', tag);
    if (depth > 0) for (const inner of innerOf(shape)) visit(inner, tag, depth - 1, seen);
  };
  for (const depth of [0, 2, 20]) {
    for (const operation of operations) {
      for (const [, response] of operation.success) {
        const schema = contentOf(response);
        if (schema !== undefined) visit(schema, operation.tags[0], depth, new Set());
      }
    }
  }
  return tags;
};

/** Where the reference shows a resource. */
export const linkToResource = (name: string, tags: ReadonlyMap<string, string>): string | undefined => {
  const tag = tags.get(name);
  return tag === undefined ? undefined : `${pathOfTag(tag)}#${name}`;
};
