import type { UserExport } from '#core/users/use-cases/export-user.ts';
import { chunksOf, commaSeparated } from '../responses/response-text.ts';

/** An export as the text of one JSON object, in chunks. */
export async function* userExportJson({ user, parts, at }: UserExport): AsyncGenerator<string> {
  const head = JSON.stringify({ object: 'user_export', exported_at: at.toISOString(), user });
  yield head.slice(0, -1);
  for (const { kind, pages } of parts) {
    yield `,"${kind}":[`;
    let separator = '';
    for await (const page of pages) {
      yield separator;
      yield* chunksOf(commaSeparated(page));
      separator = ',';
    }
    yield ']';
  }
  yield '}';
}
