const FILE_NAME = /^(?:[a-z0-9-]+\/)*[a-z0-9-]+\.[a-z0-9]+$/;

/** @throws Error for a name that could lead elsewhere. */
export const requireFileName = (name: string): string => {
  if (!FILE_NAME.test(name)) throw new Error(`${JSON.stringify(name)} is not the name of a file.`);
  return name;
};
