/** Whether a text is the name of a time zone of the IANA database, such as `Europe/Berlin`. */
export const isTimeZone = (name: string): boolean => {
  // `Intl` also knows offsets, such as `+01:00`
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
