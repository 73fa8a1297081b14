import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Why a module is not usable: a clause without capital and full stop, such as "it exports no …". */
export class ModuleError extends Error {
  override readonly name = 'ModuleError';
}

type Call<Context> = Readonly<{
  /** The exported function. */
  name: string;
  context: Context;
  /** What may be meant by the name of a package that is not installed. */
  hint: string;
  timeoutMs?: number;
}>;

/**
 * Calls the exported function of a module from outside the source tree: a file by its path, or an installed package.
 * Both are resolved from the working directory, as are all paths in the settings.
 * @returns what the function returns, which may be of any type.
 * @throws ModuleError
 */
export const callExport = async <Context, Made>(
  module: string,
  { name, context, hint, timeoutMs = 30_000 }: Call<Context>,
): Promise<Made> => {
  const { [name]: create } = isPath(module) ? await loadFile(module) : await loadPackage(module, hint);
  if (typeof create !== 'function') throw new ModuleError(`it exports no function ${name}`);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new ModuleError(`its ${name} did not finish within ${timeoutMs / 1_000} s`)),
    timeoutMs,
  );
  try {
    return await Promise.race([create(context), late.promise]);
  } catch (error) {
    throw error instanceof ModuleError ? error : new ModuleError(`its ${name} failed: ${reasonOf(error)}`);
  } finally {
    clearTimeout(timer);
  }
};

type LoadedModule = Readonly<Record<string, unknown>>;

const isPath = (name: string): boolean => /^\.{0,2}[/\\]/.test(name) || path.isAbsolute(name);

const loadFile = async (name: string): Promise<LoadedModule> => {
  const file = path.resolve(name);
  if (!existsSync(file)) throw new ModuleError(`there is no file ${file}`);
  return load(pathToFileURL(file).href);
};

const loadPackage = async (name: string, hint: string): Promise<LoadedModule> => {
  const parent = path.join(process.cwd(), 'any-module.js');
  const parentURL = pathToFileURL(parent).href;
  // an import is resolved from the importing module, which is this one without the hook
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(specifier, specifier === name ? { ...context, parentURL } : context),
  });
  try {
    return await load(name, { parent, hint });
  } finally {
    hooks.deregister();
  }
};

type Package = Readonly<{ parent: string; hint: string }>;

const load = async (specifier: string, found?: Package): Promise<LoadedModule> => {
  try {
    return await import(specifier);
  } catch (error) {
    if (found !== undefined && isMissingFrom(found.parent, error)) {
      const folder = path.dirname(found.parent);
      throw new ModuleError(`no such package is installed in ${folder} or above it; ${found.hint}`);
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
