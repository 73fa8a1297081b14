declare module 'lucide/dist/esm/icons/*.mjs' {
  const shapes: readonly (readonly [
    'path' | 'circle' | 'rect' | 'line' | 'polyline',
    Readonly<Record<string, string>>,
  ])[];
  // biome-ignore lint/style/noDefaultExport: so does the package
  export default shapes;
}
