// The fields of a view that lists filter and sort by, by their types.

type Scalar = string | number | boolean;

type MembersOf<Value> = Value extends readonly (infer Item)[] ? MembersOf<Item> : Value extends object ? Value : never;

/** The fields of a view with a scalar value: `status`, or `actor.user_id` within an object or an array of objects. */
type FieldOf<View> = {
  [Name in keyof View & string]: NonNullable<View[Name]> extends Scalar
    ? Name
    : string extends keyof MembersOf<NonNullable<View[Name]>>
      ? never
      : `${Name}.${keyof MembersOf<NonNullable<View[Name]>> & string}`;
}[keyof View & string];

/** The type of a field, without null. */
export type ValueOf<View, Field extends string> = Field extends keyof View
  ? NonNullable<View[Field]>
  : Field extends `${infer Name}.${infer Member}`
    ? Name extends keyof View
      ? NonNullable<MembersOf<NonNullable<View[Name]>>[Member & keyof MembersOf<NonNullable<View[Name]>>]>
      : never
    : never;

export type FieldsOfType<View, Type> = {
  [Field in FieldOf<View>]: ValueOf<View, Field> extends Type ? Field : never;
}[FieldOf<View>];

export type MapFieldsOf<View> = {
  [Name in keyof View & string]: View[Name] extends Readonly<Record<string, string>> ? Name : never;
}[keyof View & string];

export type TimeFieldsOf<View> = Extract<FieldsOfType<View, string>, `${string}_at`>;
