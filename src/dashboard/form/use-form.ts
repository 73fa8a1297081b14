import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError, type Problem } from '../api/api-error.ts';
import { hasPasskeys } from '../app/passkeys.ts';
import { language } from '../text/language.ts';
import { t } from '../text/text.ts';
import {
  type Field,
  type FieldValue,
  type FieldValues,
  type JsonObject,
  shownFields,
  shownValues,
  toValues,
  translateNumbers,
} from './field.ts';

/** The state of a form. */
export type Form = Readonly<{
  fields: readonly Field[];
  values: FieldValues;
  errors: ReadonlyMap<string, string>;
  /** What failed and belongs to no field. */
  failure: ApiError | undefined;
  /** How many submissions were refused: after each the focus moves to the first invalid input. */
  refusals: number;
  isBusy: boolean;
  set: (name: string, value: FieldValue) => void;
  replace: (values: FieldValues) => void;
  /** Sends once: a repetition after a lost connection has the same key, and so no second effect. */
  submit: (send: (values: FieldValues, idempotencyKey: string) => Promise<void>) => Promise<void>;
}>;

/** The fields that confirm who is at the keyboard; each appears when the API asks for it. */
const CONFIRMATIONS: readonly Field[] = [
  { name: 'current_password', kind: 'password', isRequired: true },
  { name: 'passkey', kind: 'passkey' },
  { name: 'otp', kind: 'text', autoComplete: 'one-time-code' },
];

/** The confirmations that an error asks for. */
const askedBy = (error: ApiError): string[] => [
  ...(error.asksForPassword || error.fields.has('current_password') ? ['current_password'] : []),
  ...(error.problem.passkey_options !== undefined && hasPasskeys() ? ['passkey'] : []),
  ...(error.asksForCode || error.fields.has('otp') ? ['otp'] : []),
];

/** How the user can prove the second factor, as the newest refusal says. */
type Offer = Pick<Problem, 'second_factor_methods' | 'passkey_options'>;

type Outcome = Pick<Form, 'errors' | 'failure' | 'refusals'>;

const NO_ERRORS: Form['errors'] = new Map();

export const useForm = (initialFields: readonly Field[], resource?: JsonObject): Form => {
  const [values, setValues] = useState(() => toValues(initialFields, resource));
  // inputs may change, and passkeys respond, before the next rendering
  const newest = useRef(values);
  const [outcome, setOutcome] = useState<Outcome>({ errors: NO_ERRORS, failure: undefined, refusals: 0 });
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [offer, setOffer] = useState<Offer>({});
  const key = useRef(crypto.randomUUID());
  const added = CONFIRMATIONS.filter(
    ({ name }) => asked.includes(name) && !initialFields.some((field) => field.name === name),
  );
  const fields = [...initialFields, ...added.map((field) => withOffer(field, offer))];

  const store = (next: FieldValues): void => {
    newest.current = next;
    setValues(next);
  };
  const typedIn = useRef(language.value);
  useLayoutEffect(() => {
    if (typedIn.current !== language.value) store(translateNumbers(initialFields, newest.current, typedIn.current));
    typedIn.current = language.value;
  }, [language.value]);
  const change = (next: FieldValues): void => {
    key.current = crypto.randomUUID();
    store(next);
  };
  // the response of a passkey is valid for one request
  const clearPasskey = (): void => {
    const { passkey, ...rest } = newest.current;
    if (passkey !== undefined) store(rest);
  };
  const fail = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error;
    const wanted = askedBy(error);
    setAsked([...new Set([...asked, ...wanted])]);
    if (error.problem.second_factor_methods !== undefined) setOffer(error.problem);
    // whether an unreachable service has done it is unknown: the same key finds out
    if (!error.isUnreachable) {
      key.current = crypto.randomUUID();
      clearPasskey();
    }
    const names = new Set([...shownFields(fields, newest.current), ...CONFIRMATIONS].map(({ name }) => name));
    const hasRows = new Set(fields.filter(({ kind }) => kind === 'rows' || kind === 'records').map(({ name }) => name));
    const placeOf = (path: string): string => (hasRows.has(fieldOf(path, names)) ? path : fieldOf(path, names));
    const errors = new Map([...error.fields].map(([path, message]) => [placeOf(path), message]));
    // the user may confirm with the passkey instead of the code
    if (wanted.includes('passkey') && !asked.includes('otp')) errors.delete('otp');
    const isAtFields = errors.size > 0 && [...errors.keys()].every((place) => names.has(fieldOf(place, names)));
    const isExplained = isAtFields || wanted.some((name) => !asked.includes(name));
    setOutcome(({ refusals }) => ({ errors, failure: isExplained ? undefined : error, refusals: refusals + 1 }));
  };

  return {
    fields,
    values: added.length === 0 ? values : { ...toValues(added), ...values },
    ...outcome,
    isBusy,
    set: (name, value) => change({ ...newest.current, [name]: value }),
    replace: change,
    submit: async (send) => {
      if (isBusy) return;
      setBusy(true);
      setOutcome((former) => ({ ...former, errors: NO_ERRORS, failure: undefined }));
      try {
        await send(shownValues(fields, newest.current), key.current);
        clearPasskey();
      } catch (error) {
        fail(error);
      } finally {
        setBusy(false);
      }
    },
  };
};

/** The form with the errors of a dry run of it; those of a refused submission are newer. */
export const withErrors = (form: Form, errors: Form['errors'] = NO_ERRORS): Form => ({
  ...form,
  errors: new Map([...errors, ...form.errors]),
});

/** A confirmation with what the user has for it. */
const withOffer = (
  field: Field,
  { second_factor_methods: methods = ['totp'], passkey_options: options }: Offer,
): Field => {
  if (field.name === 'current_password') return { ...field, hint: t().form.confirmPassword };
  if (field.name === 'passkey') return options === undefined ? field : { ...field, passkeyOptions: options };
  const isRequired = options === undefined || !hasPasskeys();
  return methods.includes('totp')
    ? { ...field, isRequired, hint: t().form.confirmCode }
    : { ...field, isRequired, label: t().passkeys.recoveryCode, hint: t().passkeys.recoveryHint };
};

/** The field of an error: that of its path, or the one that has the path within. */
const fieldOf = (path: string, names: ReadonlySet<string>): string => {
  for (let name = path; name !== ''; name = name.slice(0, Math.max(name.lastIndexOf('.'), 0))) {
    if (names.has(name)) return name;
  }
  return path;
};
