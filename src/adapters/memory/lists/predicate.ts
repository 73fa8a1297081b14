import { orderNumberOf } from '#core/orders/order-number.ts';
import { type Contact, contactQueryOf, contactWordsOf, matchesContact } from '#core/shared/contact-words.ts';
import { activeFilters, type Filter, type FilterOf, type List } from '#core/shared/list.ts';
import { emailKey } from '#core/shared/mail.ts';
import { searchTermsOf, searchTextOf } from '#core/users/user-search.ts';
import type { UserView } from '#core/users/user-view.ts';

type Item = Readonly<Record<string, unknown>>;

/** Returns a predicate: whether a view matches every filter of a list. */
export const predicateOf = <L extends List>(list: L, filter: FilterOf<L>): ((item: Item) => boolean) => {
  const tests = activeFilters(list, filter).map(({ filter: definition, value }) => testOf(definition, value));
  return (item) => tests.every((test) => test(item));
};

const testOf = (filter: Filter, value: unknown): ((item: Item) => boolean) => {
  switch (filter.kind) {
    case 'equals':
      return (item) => valuesAt(item, filter.field).includes(value);
    case 'any_of':
      return (item) => (value as readonly unknown[]).includes(item[filter.field]);
    case 'equals_id': {
      const [field = ''] = Object.entries(filter.fields).flatMap(([prefix, name]) =>
        String(value).startsWith(`${prefix}_`) ? [name] : [],
      );
      return (item) => valuesAt(item, field).includes(value);
    }
    case 'same_email':
      return (item) =>
        typeof item[filter.field] === 'string' && emailKey(`${item[filter.field]}`) === emailKey(`${value}`);
    case 'from':
      return (item) => Date.parse(`${item[filter.field]}`) >= (value as Date).getTime();
    case 'to':
      return (item) => Date.parse(`${item[filter.field]}`) <= (value as Date).getTime();
    case 'minimum':
      return (item) => isPresent(item[filter.field]) && toScale4(`${item[filter.field]}`) >= toScale4(`${value}`);
    case 'maximum':
      return (item) => isPresent(item[filter.field]) && toScale4(`${item[filter.field]}`) <= toScale4(`${value}`);
    case 'is':
      return (item) => item[filter.field] === value;
    case 'lookup': {
      const text = `${value}`.trim();
      const number = orderNumberOf(text);
      const isSame = (found: unknown): boolean => `${found}` === (typeof found === 'number' ? number : text);
      const query = contactQueryOf(text);
      return (item) =>
        filter.equals.some((field) => valuesAt(item, field).some(isSame)) ||
        (typeof item[filter.beginsEmail] === 'string' &&
          emailKey(`${item[filter.beginsEmail]}`).startsWith(emailKey(text))) ||
        matchesContact(contactWordsOf(filter.contacts.map((field) => item[field] as Contact | null)), query);
    }
    case 'granted':
      return (item) => ((item[filter.field] as Item)[`${value}`] as Item | null)?.['granted'] === true;
    case 'contains':
      return (item) => containsAll(item[filter.field] as Item, value as Item);
    // only users are searched; their text is computed here, where PostgreSQL stores it
    case 'search': {
      const query = contactQueryOf(`${value}`);
      return (item) => {
        const { name, email, phone, addresses } = item as UserView;
        const text = searchTextOf({ name, email });
        return (
          searchTermsOf(`${value}`).every((term) => text.includes(term)) ||
          matchesContact(contactWordsOf([{ name, phone }, ...addresses]), query)
        );
      };
    }
    case 'full_text':
      return () => true;
  }
};

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;

/** The values at a path; several where the path leads into an array. */
const valuesAt = (item: Item, path: string): readonly unknown[] =>
  path
    .split('.')
    .reduce<readonly unknown[]>(
      (values, name) =>
        values.flatMap((value) => (value === null || value === undefined ? [] : ((value as Item)[name] ?? []))),
      [item],
    );

/** A decimal of at most four digits after the point, as a whole number: exact, unlike a floating-point number. */
const toScale4 = (decimal: string): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(4, '0'));
};

const containsAll = (all: Item, expected: Item): boolean =>
  Object.entries(expected).every(([name, value]) => Object.hasOwn(all, name) && all[name] === value);
