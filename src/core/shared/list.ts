import type { Id } from './id.ts';
import type { PageRequest } from './page.ts';
import type { FieldsOfType, MapFieldsOf, TimeFieldsOf, ValueOf } from './view-field.ts';

// A list is described once, as data: its filters and sorts over the view that it shows. The filter type, the schema of
// the query string, the SQL conditions and the predicate of the memory storage all follow from the description.

/** What a filter's value looks like in a query string. */
export type ValueFormat =
  | Readonly<{ type: 'id'; prefix: string }>
  | Readonly<{ type: 'choice'; values: readonly string[]; message?: string }>
  | Readonly<{ type: 'text'; maxLength: number }>
  /** A text that is not blank. */
  | Readonly<{ type: 'label'; maxLength: number }>
  /** `message` says which values are valid. */
  | Readonly<{ type: 'pattern'; pattern: RegExp; maxLength?: number; message: string }>
  | Readonly<{ type: 'currency' }>
  | Readonly<{ type: 'integer'; minimum: number }>;

type TextFormat<Value extends string> =
  | Exclude<ValueFormat, { type: 'choice' | 'integer' }>
  | Readonly<{ type: 'choice'; values: readonly Value[]; message?: string }>;

type FormatOf<Value> = [Value] extends [number]
  ? Extract<ValueFormat, { type: 'integer' }>
  : [Value] extends [string]
    ? TextFormat<Value>
    : never;

/** `description` is what the API's documentation says of the parameter. */
type Documented = Readonly<{ description: string; example?: string | number }>;

/** The field has this value; for a field of an array's objects, one of them has it. */
type Equals<Field, Format> = Documented & Readonly<{ kind: 'equals'; field: Field; format: Format }>;

/**
 * The field has one of these values, of which there are at most `maxItems`: in a repeated parameter, or in one
 * parameter with a `separator`. `expand` replaces each value by those that it covers.
 */
type AnyOf<Field, Format> = Documented &
  Readonly<{
    kind: 'any_of';
    field: Field;
    format: Format;
    maxItems: number;
    separator?: ',';
    /** Whether the documentation also allows a single value instead of an array. */
    documentsSingle?: true;
    expand?: (value: string) => readonly string[];
  }>;

/** The id's prefix decides which field has to have this value. */
type EqualsId<Field> = Documented &
  Readonly<{ kind: 'equals_id'; fields: Readonly<Partial<Record<string, Field>>>; message: string }>;

/** The e-mail address in the field is this one, whatever its case. */
type SameEmail<Field> = Documented & Readonly<{ kind: 'same_email'; field: Field }>;

/** The field's time is in bounds, inclusively. */
type TimeBound<Field> = Documented & Readonly<{ kind: 'from' | 'to'; field: Field }>;

/** The field's number is in bounds, inclusively; bounds are decimals, compared exactly. */
type NumberBound<Field> = Documented & Readonly<{ kind: 'minimum' | 'maximum'; field: Field }>;

type Is<Field> = Documented & Readonly<{ kind: 'is'; field: Field }>;

/**
 * The text is the value of one of these fields, the beginning of the e-mail address in another, whatever its case, or what
 * somebody at one of these addresses is found by (`core/shared/contact-words.ts`).
 */
type Lookup<Field, EmailField, AddressField> = Documented &
  Readonly<{
    kind: 'lookup';
    equals: readonly Field[];
    beginsEmail: EmailField;
    contacts: readonly AddressField[];
    maxLength: number;
  }>;

/** The object in the field has a member of this name that is granted. */
type Granted<Field, Format> = Documented & Readonly<{ kind: 'granted'; field: Field; format: Format }>;

/** The field has all of these pairs; each pair is a parameter `<name>.<key>`. */
type Contains<Field> = Documented & Readonly<{ kind: 'contains'; field: Field }>;

/**
 * The words of the text are in the user's name and e-mail address (`core/users/user-search.ts`), or what somebody is found
 * by (`core/shared/contact-words.ts`).
 */
type Search<Field> = Documented & Readonly<{ kind: 'search'; fields: readonly Field[]; maxLength: number }>;

/**
 * The words of the text are in the item, whatever their spelling. Queries apply this filter themselves, since they look
 * up the spellings first; without a sort they sort by relevance, and the list stops after `MAX_RELEVANT` items.
 */
type FullText = Documented & Readonly<{ kind: 'full_text'; maxLength: number }>;

/** Any filter, for code that treats all lists alike. */
export type Filter =
  | Equals<string, ValueFormat>
  | AnyOf<string, ValueFormat>
  | EqualsId<string>
  | SameEmail<string>
  | TimeBound<string>
  | NumberBound<string>
  | Is<string>
  | Lookup<string, string, string>
  | Granted<string, ValueFormat>
  | Contains<string>
  | Search<string>
  | FullText;

/** The filters that fit a view: each field exists, and its type suits the kind. */
type FilterOn<View> =
  | {
      [Field in FieldsOfType<View, string | number>]:
        | Equals<Field, FormatOf<ValueOf<View, Field>>>
        | AnyOf<Field, FormatOf<ValueOf<View, Field>>>;
    }[FieldsOfType<View, string | number>]
  | EqualsId<FieldsOfType<View, string>>
  | SameEmail<Extract<FieldsOfType<View, string>, 'email'>>
  | TimeBound<TimeFieldsOf<View>>
  | NumberBound<FieldsOfType<View, number>>
  | Is<FieldsOfType<View, boolean>>
  | Lookup<
      FieldsOfType<View, string | number>,
      Extract<FieldsOfType<View, string>, 'email'>,
      keyof View & `${string}_address`
    >
  | (View extends { consents: object } ? Granted<'consents', FormatOf<keyof View['consents']>> : never)
  | Contains<MapFieldsOf<View>>
  | Search<Extract<FieldsOfType<View, string>, 'name' | 'email'>>
  | FullText;

/** Ties are sorted by id, in the same direction. */
export type Sort<Field extends string = string> = Readonly<{ by: Field; descending: boolean }>;

/** A description, for code that treats all lists alike. */
export type List = Readonly<{
  /** By the name of the query parameter. */
  filters: Readonly<Record<string, Filter>>;
  /** The fields that clients may sort by, in either direction; none for a fixed order. */
  sorts: readonly string[];
  /** The fields that sort by the Unicode root collation; other texts sort by their UTF-8 bytes. */
  collated?: readonly string[];
  /** The fields whose values sort, where they are others. */
  sortedBy?: Readonly<Partial<Record<string, string>>>;
  defaultSort: Sort;
}>;

type ListOn<View> = Readonly<{
  filters: Readonly<Record<string, FilterOn<View>>>;
  sorts: readonly FieldsOfType<View, string | number>[];
  collated?: readonly FieldsOfType<View, string>[];
  sortedBy?: Readonly<Partial<Record<FieldsOfType<View, string | number>, FieldsOfType<View, string | number>>>>;
  defaultSort: Sort<FieldsOfType<View, string | number>>;
}>;

/** A description with the view that it is about, which exists for the compiler only. */
type Described<View, Description> = Description & Readonly<{ view?: View }>;

/** Describes a list of views; a field that the view lacks, or of a type that the kind cannot use, does not compile. */
export const describeList =
  <View extends object>() =>
  <const Description extends ListOn<View>>(description: Description): Described<View, Description> =>
    description;

type ViewOf<L> = L extends { readonly view?: infer View } ? NonNullable<View> : never;

type FilterValue<View, F> = F extends { kind: 'equals'; field: infer Field extends string }
  ? ValueOf<View, Field>
  : F extends { kind: 'any_of'; field: infer Field extends string }
    ? readonly ValueOf<View, Field>[]
    : F extends { kind: 'equals_id'; fields: infer Fields }
      ? Id<keyof Fields & string>
      : F extends { kind: 'from' | 'to' }
        ? Date
        : F extends { kind: 'is' }
          ? boolean
          : F extends { kind: 'contains' }
            ? Readonly<Record<string, string>>
            : F extends { kind: 'granted'; format: { values: readonly (infer Name)[] } }
              ? Name
              : string;

/** What a list is filtered by, under the names of the query parameters; an item has to match every filter. */
export type FilterOf<L extends List> = {
  readonly [Name in keyof L['filters']]?: FilterValue<ViewOf<L>, L['filters'][Name]> | undefined;
};

export type SortOf<L extends List> = Sort<L['sorts'][number] | L['defaultSort']['by']>;

/** The length of a list that is sorted by relevance. */
export const MAX_RELEVANT = 1_000;

/** Whether a list can be sorted by relevance. */
export const isSearchable = ({ filters }: List): boolean =>
  Object.values(filters).some(({ kind }) => kind === 'full_text');

/** A page of a list; without a sort, sorted by relevance to a text, or else in the list's default order. */
export type ListQuery<L extends List> = Readonly<{ filter: FilterOf<L>; sort?: SortOf<L>; page: PageRequest }>;

/** The filters with a value, in the order of the description. */
export const activeFilters = <L extends List>(
  list: L,
  filter: FilterOf<L>,
): readonly Readonly<{ name: string; filter: Filter; value: unknown }>[] =>
  Object.entries(list.filters).flatMap(([name, described]) => {
    const value = (filter as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? [] : [{ name, filter: described, value }];
  });

/** The order of a list that clients cannot sort: from the newest to the oldest. */
export const newestFirst = { sorts: [], defaultSort: { by: 'created_at', descending: true } } as const;

/** A list without filters, sorted from the newest to the oldest. */
export const newestFirstList = describeList<Readonly<{ id: string; created_at: string }>>()({
  filters: {},
  ...newestFirst,
});

/** The most ids that a list is filtered by. */
const MAX_IDS = 100;

/** The filter of a list of resources by their ids. `items` is their name in the plural: `Products`. */
export const idsFilter = <const Prefix extends string>(items: string, prefix: Prefix) =>
  ({
    ids: {
      kind: 'any_of',
      field: 'id',
      format: { type: 'id', prefix },
      maxItems: MAX_IDS,
      separator: ',',
      description: `${items} with these ids, at most ${MAX_IDS}, separated by commas.`,
    },
  }) as const;

/** The filters of lists that show when their items were created. `items` is their name in the plural: `Products`. */
export const createdFilters = (items: string) =>
  ({
    created_from: { kind: 'from', field: 'created_at', description: `${items} created at this time or later.` },
    created_to: { kind: 'to', field: 'created_at', description: `${items} created at this time or earlier.` },
  }) as const;

/** The filter of a list by the id in a field. */
export const idFilter = <const Field extends string, const Prefix extends string>(
  field: Field,
  prefix: Prefix,
  description: string,
) => ({ kind: 'equals', field, format: { type: 'id', prefix }, description }) as const;
