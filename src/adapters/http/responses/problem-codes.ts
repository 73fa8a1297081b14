/** A kind of error: the status of its response, what it means, and what the client can do. */
export type ProblemDescription = Readonly<{ status: number; meaning: string; remedy: string }>;

const describe = (status: number, meaning: string, remedy: string): ProblemDescription => ({ status, meaning, remedy });

/** Every error code of the API. OpenAPI and the pages below `/docs/errors` follow from it. */
export const PROBLEMS = {
  malformed_json: describe(
    400,
    'The body is not valid JSON, or not UTF-8, or has a key twice.',
    'Send one JSON value in UTF-8. `errors` has the position of the mistake.',
  ),
  invalid_parameter: describe(
    400,
    'A query or path parameter is unknown, repeated, malformed or out of range.',
    'Correct the parameters that `errors` names.',
  ),
  invalid_cursor: describe(
    400,
    'The cursor was changed, or belongs to another list, filter, sort or caller.',
    'Use `next_cursor` as it is, with the same filters and sort; start again without a cursor if it is rejected.',
  ),
  unsupported_api_version: describe(
    400,
    'The header `API-Version` names a version that the service does not have.',
    'Omit the header, or send the version of the response header `API-Version`.',
  ),
  bad_request: describe(
    400,
    'The request is not valid HTTP, or a header is malformed.',
    'Correct the header that `errors` or `detail` names.',
  ),
  authentication_required: describe(
    401,
    'The operation needs a caller, and the request has no credential.',
    'Send `Authorization: Bearer <API_KEY>`.',
  ),
  invalid_api_key: describe(
    401,
    'The header `Authorization` has no valid API key.',
    'Send `Authorization: Bearer <API_KEY>` with a whole key, which begins with `cpk_`.',
  ),
  expired_api_key: describe(401, 'The API key has expired.', 'Create a new key, or rotate keys before they expire.'),
  revoked_api_key: describe(401, 'The API key was revoked.', 'Use another key.'),
  session_ended: describe(
    401,
    'The session was ended by signing out, by a change of the password, or by its age.',
    'Sign in again with `POST /api/auth`.',
  ),
  invalid_credentials: describe(
    401,
    'The e-mail or the password is wrong, or the user may not sign in.',
    'Check both, or reset the password.',
  ),
  second_factor_required: describe(
    401,
    'E-mail and password are right, and the user has a second factor.',
    'Repeat the request with `otp`, a code of the authenticator app or a recovery code, or with `passkey`, the response to ' +
      '`passkey_options`.',
  ),
  invalid_second_factor: describe(
    401,
    'E-mail and password are right, but `otp` or `passkey` is wrong, has expired or was used before.',
    'Send the next code of the authenticator app, a recovery code, or a response to the new `passkey_options`.',
  ),
  payment_declined: describe(
    402,
    'The payment gateway declined the payment, capture, refund or void. `decline_code` has the reason.',
    'Let the payer try another payment method. Send a declined capture, refund or void again under a new `Idempotency-Key`.',
  ),
  insufficient_scope: describe(
    403,
    'The caller lacks a scope. `required_scope` names it, `held_scopes` are those of the caller.',
    'Use a key with the scope.',
  ),
  forbidden: describe(
    403,
    'The caller may not do this.',
    'Read `detail`: another caller or another state may be needed.',
  ),
  invalid_order_token: describe(
    403,
    'The header `Order-Token` opens no order: it is malformed or unknown, or has expired.',
    'Send the `client_secret` of the order, or use the link of a newer mail.',
  ),
  invalid_cart_token: describe(
    403,
    'The header `Cart-Token` opens no cart: it is malformed or unknown.',
    'Send the `client_secret` of the cart, or create another cart.',
  ),
  invalid_checkout_token: describe(
    403,
    'The header `Checkout-Token` opens no checkout: it is malformed or unknown.',
    'Send the `client_secret` of the checkout, or create another checkout.',
  ),
  recent_sign_in_required: describe(
    403,
    'The change needs proof that it is the user who asks for it.',
    'Send `current_password`, with `otp` if you have a second factor, or sign in again and repeat the request.',
  ),
  second_factor_enrolment_required: describe(
    403,
    'The setting `SECOND_FACTOR_REQUIRED` names the role of the user, who has no active second factor.',
    'Add one with `POST /api/users/me/second_factors`, confirm it, and repeat the request.',
  ),
  not_found: describe(
    404,
    'The resource or path does not exist, or is hidden from the caller.',
    'Check the id, the path and the caller. `detail` names the nearest path, if there is one.',
  ),
  method_not_allowed: describe(405, 'The path has no such method.', 'Use a method of the header `Allow`.'),
  not_acceptable: describe(
    406,
    'The header `Accept` excludes every format of the response.',
    'Accept `application/json`, or the format that the operation documents.',
  ),
  request_timeout: describe(408, 'The request did not arrive in time.', 'Send it again.'),
  already_exists: describe(
    409,
    'Another resource has the same unique value. `errors` names the field.',
    'Choose another value, or change the existing resource.',
  ),
  invalid_state: describe(
    409,
    'The state of the resource forbids the step. `current_state` is the state, `actions` are the allowed steps.',
    'Read the resource again and choose an allowed step.',
  ),
  insufficient_stock: describe(
    409,
    'Products are out of stock. `items` has what was requested and, with `products:read`, what is available.',
    'Order less, or remove the products.',
  ),
  too_many_unpaid_orders: describe(
    409,
    'The customer, guests with this e-mail, or all from this client address have too many open orders that are not paid. How many is told only of the customer’s own.',
    'Pay or cancel an order first.',
  ),
  too_much_unpaid_stock: describe(
    409,
    'The unpaid orders and subscriptions of the customer, of guests with this e-mail, or from this client address, would hold too much stock. ' +
      '`max_unpaid_quantity` is what they may hold, and `unpaid_quantity` what those of the customer hold.',
    'Order less, or pay or cancel an order first.',
  ),
  too_many_second_factors: describe(
    409,
    'The user has as many second factors as a user may have.',
    'Remove one first.',
  ),
  mail_not_configured: describe(
    409,
    'The service has no mail server.',
    'Set `SMTP_URL` in its environment, and restart it.',
  ),
  total_changed: describe(
    409,
    'The total differs from `expected_total`, or the refund from `expected_refund`. `total` is the current one.',
    'Show the current amount and repeat the request with it.',
  ),
  idempotency_in_progress: describe(
    409,
    'The first request with this `Idempotency-Key` is still in progress.',
    'Repeat the same request after the seconds of `Retry-After`.',
  ),
  conflict: describe(409, 'Concurrent requests changed the same data.', 'Repeat the request.'),
  version_mismatch: describe(
    412,
    'The resource changed since the version in `If-Match`. `changed_fields` names the fields.',
    'Read the resource again, apply the change to it, and repeat the request with the new ETag.',
  ),
  payload_too_large: describe(413, 'The body is too large.', 'Send less. `detail` has the limit.'),
  uri_too_long: describe(414, 'The URL is longer than 8 KiB.', 'Shorten the query.'),
  unsupported_media_type: describe(
    415,
    'The operation does not read bodies of this media type or content coding.',
    'Send `Content-Type: application/json` without a content coding.',
  ),
  validation_failed: describe(
    422,
    'Fields of the body are missing, unknown or invalid. `errors` names each with the expected value.',
    'Correct the fields.',
  ),
  currency_mismatch: describe(422, 'Amounts of several currencies were mixed.', 'Use one currency per order.'),
  unknown_reference: describe(
    422,
    'The body refers to a resource that does not exist or is hidden from the caller.',
    'Correct the id that `errors` names.',
  ),
  dry_run_unsupported: describe(
    422,
    'The operation calls another service and cannot be tried without effect.',
    'Omit `dry_run`.',
  ),
  idempotency_key_reused: describe(
    422,
    'The `Idempotency-Key` was used for a different request.',
    'Use a new key for each request, and the same key only to repeat it.',
  ),
  rate_limited: describe(429, 'The caller sends too many requests.', 'Wait for the seconds of `Retry-After`.'),
  header_fields_too_large: describe(431, 'The headers are too large.', 'Send fewer or shorter headers.'),
  internal_error: describe(
    500,
    'The service failed. The error is in its log under `request_id`.',
    'Repeat the request with the same `Idempotency-Key`; report the `request_id` if it fails again.',
  ),
  gateway_error: describe(
    502,
    'The payment gateway cannot be reached.',
    'Repeat the request with the same `Idempotency-Key` after the seconds of `Retry-After`.',
  ),
  mail_failed: describe(
    502,
    'The mail server cannot be reached, or has refused the mail. `detail` says how.',
    'Correct `SMTP_URL` or the sender of mails, and send another one.',
  ),
  unavailable: describe(
    503,
    'The service is starting, stopping or overloaded, or its database is not available.',
    'Repeat the request with the same `Idempotency-Key` after the seconds of `Retry-After`.',
  ),
} as const satisfies Readonly<Record<string, ProblemDescription>>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The code as text. */
export const titleOf = (code: string): string => {
  const words = code.replaceAll('_', ' ').replace('api key', 'API key').replace('uri', 'URI').replace('json', 'JSON');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The path of the page about a code. */
export const pageOf = (code: string): string => `/docs/errors/${code}`;
