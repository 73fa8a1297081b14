import { useRef, useState } from 'preact/hooks';
import { ApiError, type Problem } from '../api/api-error.ts';
import { hasPasskeys } from '../app/passkeys.ts';
import { t } from '../text/text.ts';
import { type Field, type FieldValue, type FieldValues, type JsonObject, toValues } from './field.ts';

/** The state of a form. */
export type Form = Readonly<{
  fields: readonly Field[];
  values: FieldValues;
  errors: ReadonlyMap<string, string>;
  /** What failed and belongs to no field. */
  failure: ApiError | undefined;
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
  { name: 'otp', kind: 'text' },
];

/** The confirmations that an error asks for. */
const askedBy = (error: ApiError): string[] => [
  ...(error.asksForPassword || error.fields.has('current_password') ? ['current_password'] : []),
  ...(error.problem.passkey_options !== undefined && hasPasskeys() ? ['passkey'] : []),
  ...(error.asksForCode || error.fields.has('otp') ? ['otp'] : []),
];

/** How the user can prove the second factor, as the newest refusal says. */
type Offer = Pick<Problem, 'second_factor_methods' | 'passkey_options'>;

type Outcome = Readonly<{ errors: ReadonlyMap<string, string>; failure: ApiError | undefined }>;

const CLEAN: Outcome = { errors: new Map(), failure: undefined };

export const useForm = (given: readonly Field[], resource?: JsonObject): Form => {
  const [values, setValues] = useState(() => toValues(given, resource));
  const [outcome, setOutcome] = useState(CLEAN);
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [offer, setOffer] = useState<Offer>({});
  const key = useRef(crypto.randomUUID());
  const added = CONFIRMATIONS.filter(({ name }) => asked.includes(name) && !given.some((field) => field.name === name));
  const fields = [...given, ...added.map((field) => withOffer(field, offer))];

  const change = (next: FieldValues): void => {
    key.current = crypto.randomUUID();
    setValues(next);
  };
  // it signs once
  const forgetPasskey = (): void =>
    setValues((former) => {
      const { passkey, ...rest } = former;
      return passkey === undefined ? former : rest;
    });
  const fail = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error;
    const wanted = askedBy(error);
    setAsked([...new Set([...asked, ...wanted])]);
    if (error.problem.second_factor_methods !== undefined) setOffer(error.problem);
    // whether an unreachable service has done it is unknown: the same key finds out
    if (!error.isUnreachable) {
      key.current = crypto.randomUUID();
      forgetPasskey();
    }
    const names = new Set([...fields, ...CONFIRMATIONS].map(({ name }) => name));
    const errors = new Map([...error.fields].map(([path, message]) => [fieldOf(path, names), message]));
    // a passkey may be what is missing
    if (wanted.includes('passkey') && !asked.includes('otp')) errors.delete('otp');
    const isAtFields = errors.size > 0 && [...errors.keys()].every((name) => names.has(name));
    setOutcome({ errors, failure: isAtFields || wanted.some((name) => !asked.includes(name)) ? undefined : error });
  };

  return {
    fields,
    values: added.length === 0 ? values : { ...toValues(added), ...values },
    ...outcome,
    isBusy,
    set: (name, value) => change({ ...values, [name]: value }),
    replace: change,
    submit: async (send) => {
      if (isBusy) return;
      setBusy(true);
      setOutcome(CLEAN);
      try {
        await send(values, key.current);
        forgetPasskey();
      } catch (error) {
        fail(error);
      } finally {
        setBusy(false);
      }
    },
  };
};

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
