let isPressed = false;

const setPressed = (pressed: boolean) => (): void => {
  isPressed = pressed;
};

addEventListener('pointerdown', setPressed(true), { capture: true });
addEventListener('pointerup', setPressed(false), { capture: true });
addEventListener('pointercancel', setPressed(false), { capture: true });

/**
 * Runs what moves the page when an input is left: at once by keyboard, by pointer after the click. Otherwise what was pressed
 * would have moved away before it is released, and not be clicked.
 */
export const afterPress = (work: () => void): void => {
  if (!isPressed) {
    work();
    return;
  }
  const ended = new AbortController();
  const end = (): void => {
    ended.abort();
    // the click follows the event
    setTimeout(work);
  };
  addEventListener('pointerup', end, { capture: true, signal: ended.signal });
  addEventListener('pointercancel', end, { capture: true, signal: ended.signal });
};
