import { shop } from './shop.ts';

/** The heading without its badges. */
const textOf = (heading: Element): string => {
  const copy = heading.cloneNode(true) as Element;
  for (const badge of copy.querySelectorAll('.badge')) badge.remove();
  return copy.textContent.trim();
};

/** Keeps the title of the page equal to the heading of its screen, so that tabs and the history are told apart. */
export const followHeading = (root: Element): void => {
  const update = (): void => {
    const heading = root.querySelector('h1');
    document.title = heading === null ? shop.value.name : `${textOf(heading)} · ${shop.value.name}`;
  };
  new MutationObserver(update).observe(root, { subtree: true, childList: true, characterData: true });
};
