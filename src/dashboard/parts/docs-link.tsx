import { ButtonLink } from './button.tsx';
/** A button that opens a page of the documents of the service in another tab. */
export const DocsLink = ({ path, label }: Readonly<{ path: `/docs${string}`; label: string }>) => (
  <ButtonLink label={label} href={path} target="_blank" rel="noopener" />
);
