import { dryRunUnsupported, type FieldError, invalid } from '#core/shared/domain-error.ts';
import { emailKey, hasPlainLocalPart } from '#core/shared/mail.ts';
import type { RateLimit } from '#core/shared/rate-limiter.ts';
import type { ShopRulesQueries } from '#core/shop/ports.ts';
import type { Work } from '#core/storage.ts';
import type { SignUp } from '#core/users/use-cases/sign-up.ts';
import type { User, UserFields } from '#core/users/user.ts';
import { addressKey, type Throttle } from '../admission/throttle.ts';
import { HttpError } from '../responses/problem.ts';
import type { ApiRequest } from '../routing/route.ts';
import type { ConfirmationInput } from '../schemas/current-password.ts';

export type SignUpDeps = Readonly<{
  signUp: SignUp;
  rules: ShopRulesQueries;
  signUpLimit: RateLimit | undefined;
  throttle: Throttle;
}>;

type Body = UserFields & Readonly<{ password?: string }> & ConfirmationInput;

type Request = Pick<ApiRequest<undefined, Body>, 'actor' | 'address' | 'body' | 'isDryRun'>;

/** What only the staff writes. */
const FOR_STAFF = [
  ...(['role', 'permissions', 'status', 'trusted', 'tax_id_confirmed', 'metadata', 'tags', 'note'] as const),
  ...(['current_password', 'otp', 'passkey'] as const),
];

/** Signs a visitor up as a customer. */
export const signUpVisitor = async (
  deps: SignUpDeps,
  { actor, address, body, isDryRun }: Request,
): Promise<Work<User>> => {
  const { customer_sign_up: mode } = await deps.rules.get();
  if (mode === 'off') throw new HttpError(403, 'forbidden', 'Sign-up is off: the shop creates accounts.');
  const { email, name, phone, addresses, tax_id: taxId, consents, password } = body;
  const errors: FieldError[] = FOR_STAFF.filter((field) => body[field] !== undefined).map((field) => ({
    path: [field],
    code: 'any.unknown',
    message: 'must be omitted: only the shop writes it',
  }));
  if (!hasPlainLocalPart(email)) {
    const message = `must be spelled in plain characters before the @, as in ${emailKey(email)}`;
    errors.push({ path: ['email'], code: 'email.spelling', message });
  }
  if (password === undefined) {
    throw invalid([...errors, { path: ['password'], code: 'any.required', message: 'is required to sign up' }]);
  }
  if (errors.length > 0) throw invalid(errors);
  if (isDryRun) throw dryRunUnsupported('A dry run would tell whether the e-mail has an account.');
  if (deps.signUpLimit !== undefined) await deps.throttle('sign-up', addressKey(address), deps.signUpLimit);
  const fields = {
    email,
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone }),
    ...(addresses === undefined ? {} : { addresses }),
    ...(taxId === undefined ? {} : { tax_id: taxId }),
    ...(consents === undefined ? {} : { consents }),
  };
  return deps.signUp(actor, { fields, password });
};
