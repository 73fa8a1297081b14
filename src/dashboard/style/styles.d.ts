declare module '*.css';

/** The file's name in the bundle. */
declare module '*.webp' {
  const name: string;
  // biome-ignore lint/style/noDefaultExport: so the bundler exports it
  export default name;
}
