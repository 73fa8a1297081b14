/** How long a user may do nothing before the session is ended; the cookie lives as long. */
const MAX_IDLE_MS = 2 * 60 * 60 * 1000;

const CHECK_INTERVAL_MS = 30_000;

/** Calls back when the user has not touched the page for long. Figures that update by themselves are no use. */
export const whenIdle = (callback: () => void): void => {
  let lastUse = Date.now();
  const use = (): void => {
    lastUse = Date.now();
  };
  for (const type of ['keydown', 'pointerdown', 'wheel']) addEventListener(type, use, { passive: true });
  setInterval(() => {
    if (Date.now() - lastUse < MAX_IDLE_MS) return;
    use();
    callback();
  }, CHECK_INTERVAL_MS);
};
