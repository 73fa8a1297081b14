import { Json } from '#core/shared/page.ts';
import { PERSONAL_DATA_KINDS, type PersonalDataKind } from '#core/users/ports.ts';
import type { UserExport } from '#core/users/use-cases/export-user.ts';

/** All data of an export by kind. */
export type ExportedData = Record<PersonalDataKind, object[]>;

/** Reads an export to its end. */
export const readExport = async (parts: UserExport['parts']): Promise<ExportedData> => {
  const data = Object.fromEntries(PERSONAL_DATA_KINDS.map((kind) => [kind, [] as object[]])) as ExportedData;
  for (const { kind, pages } of parts) {
    for await (const page of pages) data[kind].push(...page.map(Json.parse));
  }
  return data;
};
