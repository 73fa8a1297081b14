/** @throws TypeError for a URL to which a shop must not redirect the payer. */
export const requireWebPage = (url: unknown): void => {
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url))
    throw new TypeError('redirectUrl is not an http or https URL.');
};

/** A code for programs: another text of an external gateway is a decline without a known reason. */
export const declineCode = (code: unknown): string =>
  typeof code === 'string' && /^[a-z0-9_]{1,64}$/.test(code) ? code : 'declined';
