/** The element with its containers within the screen. */
const pathOf = (element: Element): readonly Element[] => {
  const path: Element[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    path.push(each);
    if (each.tagName === 'MAIN') return path;
  }
  // a notice, after which the keyboard goes on in the screen
  const screen = document.getElementById('main');
  return path.some((each) => each.classList.contains('notices')) && screen !== null ? [element, screen] : [];
};

const headingIn = (container: Element): HTMLElement | null => container.querySelector('h1, h2, h3');

/**
 * Moves the focus when its element is removed, such as the button of a deleted row or of a saved form, and nothing else
 * takes it: to the heading of the nearest container that is left. Otherwise the keyboard would start at the beginning of
 * the page.
 */
export const followFocus = (root: Element): void => {
  let path: readonly Element[] = [];
  const hasNoFocus = (): boolean => document.activeElement === null || document.activeElement === document.body;
  const isLost = (): boolean => path[0] !== undefined && !path[0].isConnected && hasNoFocus();
  const move = (): void => {
    if (!isLost()) return;
    const heading = path
      .filter(({ isConnected }) => isConnected)
      .map(headingIn)
      .find((each) => each !== null);
    if (heading === undefined || heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  root.addEventListener('focusin', ({ target }) => {
    path = pathOf(target as Element);
  });
  root.addEventListener('focusout', ({ target }) => {
    queueMicrotask(() => {
      // a click beside all elements leaves none with the focus
      if ((target as Element).isConnected && hasNoFocus()) path = [];
    });
  });
  // what takes the focus by itself does so meanwhile
  new MutationObserver(() => isLost() && setTimeout(move)).observe(root, { subtree: true, childList: true });
};
