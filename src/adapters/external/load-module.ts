import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Why a module is not usable: a clause without capital and full stop, such as "it exports no …". */
export class ModuleError extends Error {
  override readonly name = 'ModuleError';
}

/**
 * Calls the exported function of a module from outside the source tree: a file by its path, or an installed package.
 * Both are resolved from the working directory, as are all paths in the settings.
 * @returns what the function returns, which may be of any type.
 * @throws ModuleError
 */
export const callExport = async <Context, Made>(
  module: string,
  { name, context }: Readonly<{ name: string; context: Context }>,
): Promise<Made> => {
  const { [name]: create } = isPath(module) ? await loadFile(module) : await loadPackage(module);
  if (typeof create !== 'function') throw new ModuleError(`it exports no function ${name}`);
  try {
    return await create(context);
  } catch (error) {
    throw new ModuleError(`its ${name} failed: ${reasonOf(error)}`);
  }
};

type LoadedModule = Readonly<Record<string, unknown>>;

const isPath = (name: string): boolean => /^\.{0,2}[/\\]/.test(name) || path.isAbsolute(name);

const loadFile = async (name: string): Promise<LoadedModule> => {
  const file = path.resolve(name);
  if (!existsSync(file)) throw new ModuleError(`there is no file ${file}`);
  return load(pathToFileURL(file).href);
};

const loadPackage = async (name: string): Promise<LoadedModule> => {
  const parent = path.join(process.cwd(), 'any-module.js');
  const parentURL = pathToFileURL(parent).href;
  // an import is resolved from the importing module, which is this one without the hook
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(specifier, specifier === name ? { ...context, parentURL } : context),
  });
  try {
    return await load(name, parent);
  } finally {
    hooks.deregister();
  }
};

const load = async (specifier: string, parent?: string): Promise<LoadedModule> => {
  try {
    return await import(specifier);
  } catch (error) {
    if (parent !== undefined && isMissingFrom(parent, error)) {
      const hint = 'a file is named by its path, such as ./my-gateway.mjs';
      throw new ModuleError(`no such package is installed in ${path.dirname(parent)} or above it; ${hint}`);
    }
    const hint = error instanceof SyntaxError ? ' (node --check says where)' : '';
    throw new ModuleError(`it cannot be loaded: ${reasonOf(error)}${hint}`);
  }
};

/** Whether the module itself is missing, and not one that it imports. */
const isMissingFrom = (parent: string, error: unknown): boolean => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.endsWith(` imported from ${parent}`);
};

/** In one line, without its full stop. */
const reasonOf = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/\.$/, '') || 'it does not say why';
};
