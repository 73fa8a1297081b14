import { addCopyButtons } from './copy.ts';
import { rememberLanguage } from './language.ts';
import { followPlace } from './place.ts';
import { addSearch } from './search.ts';
import { addTries } from './try-it.ts';

/** Swagger UI named operations so, on one page. */
const [, former] = /^#\/[^/]+\/(\w+)$/.exec(location.hash) ?? [];
const moved = former === undefined ? null : document.querySelector<HTMLAnchorElement>(`a[href$="#${former}"]`);
if (moved !== null) location.replace(moved.href);

addCopyButtons();
rememberLanguage();
addSearch();
followPlace();
addTries();
