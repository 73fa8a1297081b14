// Why: docs/decisions/0070-consents.md

import { type FieldError, invalid } from '#core/shared/domain-error.ts';

/** What a person may agree to be told. */
export const CONSENT_PURPOSES = ['email_marketing', 'sms_marketing'] as const;

type Purpose = (typeof CONSENT_PURPOSES)[number];

/** What a person last said, in the API's names, since it is passed through unchanged. */
export type Consent = Readonly<{
  granted: boolean;
  /** When it was said, by RFC 3339 in UTC. */
  at: string;
  /** Where it was said, such as `account` or `newsletter form`. */
  source: string;
}>;

/** By purpose; null for one that the person was never asked about. */
export type Consents = Readonly<Record<Purpose, Consent | null>>;

/** A writer's consent. A time or source that is omitted, or repeated beside another `granted`, is that of the write. */
type ConsentFields = Pick<Consent, 'granted'> & Readonly<{ at?: string | undefined; source?: string | undefined }>;

/** A writer's consents: omitted ones stay, and null removes what is recorded. */
export type ConsentsFields = Readonly<Partial<Record<Purpose, ConsentFields | null>>>;

/** Who writes: users their own account, or the shop. It is the source of what comes without one. */
export type ConsentWriter = 'account' | 'staff';

/** The most characters of a source. */
export const MAX_CONSENT_SOURCE = 100;

type Write = Readonly<{ writer: ConsentWriter; at: Date }>;

const byPurpose = (consentOf: (purpose: Purpose) => Consent | null): Consents => ({
  email_marketing: consentOf('email_marketing'),
  sms_marketing: consentOf('sms_marketing'),
});

export const Consents = {
  /** Of a person who was never asked. */
  none: { email_marketing: null, sms_marketing: null } as const,

  /** Stored ones, whose members a database may have reordered or may not know yet. */
  of: (stored: Partial<Consents>): Consents =>
    byPurpose((purpose) => {
      const consent = stored[purpose] ?? null;
      return consent && { granted: consent.granted, at: consent.at, source: consent.source };
    }),

  /**
   * Applies a writer's fields. What repeats a record leaves it as it is, with its time.
   * @throws DomainError `validation_failed` for a time in the future, and for a time or source that users choose.
   */
  write: (before: Consents, fields: ConsentsFields = {}, write: Write): Consents => {
    const errors = CONSENT_PURPOSES.flatMap((purpose) =>
      errorsOf(before[purpose], fields[purpose], write).map(({ path, ...error }) => ({
        ...error,
        path: ['consents', purpose, ...path],
      })),
    );
    if (errors.length > 0) throw invalid(errors);
    return byPurpose((purpose) => written(before[purpose], fields[purpose], write));
  },

  /** Without what users wrote of themselves. */
  withoutOwn: (consents: Consents): Consents =>
    byPurpose((purpose) => (consents[purpose]?.source === OWN ? null : consents[purpose])),
};

const OWN: ConsentWriter = 'account';

type Given = ConsentFields | null | undefined;

const written = (before: Consent | null, given: Given, { writer, at }: Write): Consent | null => {
  if (given === undefined) return before;
  if (given === null) return null;
  const named = namedBy(given, before);
  const isSame = before !== null && before.granted === given.granted;
  if (isSame && named.at === undefined && (named.source ?? before.source) === before.source) return before;
  const source = writer === OWN ? undefined : (named.source ?? (isSame ? before.source : undefined));
  return { granted: given.granted, at: named.at ?? at.toISOString(), source: source ?? writer };
};

/** The time and source that a writer chooses: who sends back what was read, with another `granted`, chooses neither. */
const namedBy = ({ at, source }: ConsentFields, before: Consent | null): Omit<ConsentFields, 'granted'> => {
  const time = at === undefined ? undefined : new Date(at).toISOString();
  const isRepeated = time !== undefined && time === before?.at;
  return { at: isRepeated ? undefined : time, source: isRepeated && source === before?.source ? undefined : source };
};

const errorsOf = (before: Consent | null, given: Given, { writer, at }: Write): FieldError[] => {
  if (given === undefined) return [];
  if (given === null) return writer === OWN && before !== null ? [NOT_REMOVABLE] : [];
  const named = namedBy(given, before);
  if (writer !== OWN) return named.at !== undefined && named.at > at.toISOString() ? [IN_FUTURE] : [];
  return [
    ...(named.at === undefined ? [] : [byShop('at')]),
    ...(named.source === undefined || named.source === before?.source ? [] : [byShop('source')]),
  ];
};

const IN_FUTURE: FieldError = { path: ['at'], code: 'date.max', message: 'must not be in the future' };

const NOT_REMOVABLE: FieldError = {
  path: [],
  code: 'consents.read_only',
  message: 'cannot be removed: withdraw it by `granted`: false',
};

const byShop = (field: 'at' | 'source'): FieldError => ({
  path: [field],
  code: 'any.unknown',
  message: 'must be omitted: only the shop writes it',
});
