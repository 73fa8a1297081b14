import { createdFilters, idsFilter } from '#core/shared/list.ts';

type Documents<Prefix extends string> = Readonly<{
  /** Their name in the plural and in the singular: `Credit notes`, `credit note`. */
  plural: string;
  singular: string;
  prefix: Prefix;
  /** A number. */
  example: string;
}>;

/** The filters of a list of invoices or credit notes by their buyer, number, id and time. */
export const documentFilters = <const Prefix extends string>({
  plural,
  singular,
  prefix,
  example,
}: Documents<Prefix>) =>
  ({
    user_id: {
      kind: 'equals',
      field: 'user_id',
      format: { type: 'id', prefix: 'usr' },
      description: `${plural} of this user.`,
    },
    number: {
      kind: 'equals',
      field: 'number',
      format: { type: 'label', maxLength: 40 },
      description: `The ${singular} with this number.`,
      example,
    },
    ...idsFilter(plural, prefix),
    ...createdFilters(plural),
  }) as const;
