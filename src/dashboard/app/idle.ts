/** How long a user may do nothing before the session is ended; the cookie lives a little longer. */
const MAX_IDLE_MS = 2 * 60 * 60 * 1000;

/** How often a page in use renews the cookie. */
const RENEWAL_INTERVAL_MS = 5 * 60 * 1000;

const CHECK_INTERVAL_MS = 30_000;

/** When the user last pressed a key or clicked, in any tab of this browser. */
const LAST_USE = 'commerce.last_use';

/** Watches keys and clicks. Requests of live figures do not count as use. */
export const watchUse = ({ onUse, onIdle }: Readonly<{ onUse: () => void; onIdle: () => void }>): void => {
  let lastUse = Date.now();
  let lastRenewal = lastUse;
  const use = (): void => {
    lastUse = Date.now();
  };
  const share = (): number => {
    // a clock that was corrected may have stored a later time
    const stored = Math.min(Date.now(), Number(localStorage.getItem(LAST_USE)) || 0);
    const shared = Math.max(lastUse, stored);
    localStorage.setItem(LAST_USE, String(shared));
    return shared;
  };
  for (const type of ['keydown', 'pointerdown', 'wheel']) addEventListener(type, use, { passive: true });
  share();
  setInterval(() => {
    if (Date.now() - share() >= MAX_IDLE_MS) onIdle();
    else if (lastUse > lastRenewal && Date.now() - lastRenewal >= RENEWAL_INTERVAL_MS) {
      lastRenewal = Date.now();
      onUse();
    }
  }, CHECK_INTERVAL_MS);
};
