import { t } from '../../text/text.ts';
import { type ImportResource, importsHref } from './import-kinds.ts';

/** Beside a list, the link to the imports of what is in it. */
export const ImportLink = ({ of }: Readonly<{ of: ImportResource }>) => (
  <a class="button" href={importsHref(of)}>
    {t().imports.link}
  </a>
);
