const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The delay in milliseconds that `Retry-After` requests; null if absent or invalid. */
export const retryAfterMs = (value: unknown, at: Date): number | null => {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const milliseconds = HTTP_DATE.test(text) ? Date.parse(text) - at.getTime() : Number.NaN;
  return milliseconds >= 0 ? milliseconds : null;
};
