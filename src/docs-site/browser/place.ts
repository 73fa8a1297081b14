/** The navigation says which part of the page is read. */
export const followPlace = (): void => {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.tree ul ul a')].map((link) => [link.hash.slice(1), link]),
  );
  const observer = new IntersectionObserver(
    (entries) => {
      const entered = entries.find(({ isIntersecting }) => isIntersecting);
      const current = entered === undefined ? undefined : links.get(entered.target.id);
      if (current === undefined) return;
      for (const link of links.values()) link.removeAttribute('aria-current');
      current.setAttribute('aria-current', 'location');
      current.scrollIntoView({ block: 'nearest' });
    },
    // the section that is a third below the top
    { rootMargin: '-33% 0px -66% 0px' },
  );
  for (const section of document.querySelectorAll('section.operation')) observer.observe(section);
};
