// Why: docs/decisions/0054-what-a-start-loads.md

import module from 'node:module';

const SOURCE = new URL('../', import.meta.url).href;

/**
 * Has Node find the modules of the source by the text of their imports, `#core/…` or relative. For each import it would
 * read package.json, look for another in every folder and follow links, which takes a sixth of the start.
 */
export const findSourceModules = () => {
  module.registerHooks({
    resolve(specifier, context, next) {
      const isOwn = /^[#.].+\.ts$/.test(specifier) && context.parentURL?.startsWith(SOURCE);
      if (!isOwn) return next(specifier, context);
      const url = specifier[0] === '#' ? SOURCE + specifier.slice(1) : new URL(specifier, context.parentURL).href;
      return { url, format: 'module-typescript', shortCircuit: true };
    },
  });
};
