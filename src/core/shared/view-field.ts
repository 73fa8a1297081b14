// For list descriptions: which fields of a view have which type, so that a filter on a missing or unsuitable field does
// not compile.

type Scalar = string | number | boolean;

/** The object itself, or the one in an array. */
type ObjectWithin<Value> = Value extends readonly (infer Item)[]
  ? ObjectWithin<Item>
  : Value extends object
    ? Value
    : never;

/** The fields of a view with a scalar value: `status`, or `actor.user_id` within an object or an array of objects. */
type FieldOf<View> = {
  [Name in keyof View & string]: NonNullable<View[Name]> extends Scalar
    ? Name
    : string extends keyof ObjectWithin<NonNullable<View[Name]>>
      ? // a string map has no fixed members
        never
      : `${Name}.${keyof ObjectWithin<NonNullable<View[Name]>> & string}`;
}[keyof View & string];

/** The type of a field, without null: `ValueOf<{ actor: { user_id: string | null } }, 'actor.user_id'>` is `string`. */
export type ValueOf<View, Field extends string> = Field extends keyof View
  ? NonNullable<View[Field]>
  : Field extends `${infer Name}.${infer Member}`
    ? Name extends keyof View
      ? NonNullable<ObjectWithin<NonNullable<View[Name]>>[Member & keyof ObjectWithin<NonNullable<View[Name]>>]>
      : never
    : never;

/** The fields with values of a type: `FieldsOfType<{ size: number; name: string }, number>` is `'size'`. */
export type FieldsOfType<View, Type> = {
  [Field in FieldOf<View>]: ValueOf<View, Field> extends Type ? Field : never;
}[FieldOf<View>];

/** The fields with string maps: `MapFieldsOf<{ tags: Record<string, string>; name: string }>` is `'tags'`. */
export type MapFieldsOf<View> = {
  [Name in keyof View & string]: View[Name] extends Readonly<Record<string, string>> ? Name : never;
}[keyof View & string];

/** The fields with times, by their names: `TimeFieldsOf<{ created_at: string; name: string }>` is `'created_at'`. */
export type TimeFieldsOf<View> = Extract<FieldsOfType<View, string>, `${string}_at` | 'refund_by'>;
