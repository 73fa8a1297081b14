/** An SQL expression of a time as the API writes it: RFC 3339 in UTC with milliseconds. */
export const timestamp = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * A join that adds the row `json`, with these members as its columns: `row_to_json(json)` is the object, and takes a
 * fifth less time than `json_build_object`.
 */
export const joinJson = (members: Readonly<Record<string, string>>): string =>
  `cross join lateral (select ${Object.entries(members)
    .map(([name, expression]) => `${expression} as ${name}`)
    .join(', ')}) json`;
