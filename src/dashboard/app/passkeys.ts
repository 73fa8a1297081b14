import { ApiError, type PasskeyOptions } from '../api/api-error.ts';
import type { Schemas } from '../api/request.ts';
import { t } from '../text/text.ts';

type CreationOptions = NonNullable<Schemas['EnrolledSecondFactor']['creation_options']>;

const isAddress = (host: string): boolean => host.startsWith('[') || /^[\d.]+$/.test(host);

/** Whether the browser has passkeys here: they belong to a name, and not to an address. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  !isAddress(location.hostname);

/** Makes a passkey. @throws ApiError if the browser or the person refuses. */
export const createPasskey = async (options: CreationOptions): Promise<Schemas['PasskeyCreation']> => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey }).catch(ignoreRefusal);
  if (credential === null) throw ApiError.inBrowser(t().passkeys.notCreated);
  return toJson(credential);
};

/** Signs with a passkey; undefined if the browser or the person refuses. */
export const signWithPasskey = async (options: PasskeyOptions): Promise<Schemas['PasskeyAssertion'] | undefined> => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({ publicKey }).catch(ignoreRefusal);
  return credential === null ? undefined : toJson(credential);
};

const toJson = <T>(credential: Credential): T => (credential as PublicKeyCredential).toJSON() as T;

const ignoreRefusal = (error: unknown): null => {
  if (error instanceof DOMException) return null;
  throw error;
};
