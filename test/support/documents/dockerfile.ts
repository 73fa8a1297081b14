import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { PROJECT } from './document-commands.ts';

/** An instruction of a Dockerfile, such as `COPY` with `src ./src`. */
type Instruction = Readonly<{ name: string; text: string }>;

/** A stage of a Dockerfile, without its `FROM`. */
export type Stage = Readonly<{ name: string; image: string; instructions: readonly Instruction[] }>;

/** The stages of a Dockerfile of the project. */
export const readDockerfile = async (file: string): Promise<readonly Stage[]> => {
  const source = (await readFile(path.join(PROJECT, file), 'utf8')).replaceAll(/^#.*\n/gm, '').replaceAll('\\\n', ' ');
  const instructions = [...source.matchAll(/^([A-Z]+) +(.+)$/gm)].map(([, name = '', args = '']) => ({
    name,
    text: args.trim(),
  }));
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? index : []));
  return starts.map((start, index) => {
    const [image = '', name = ''] = instructions[start]?.text.split(/ AS /) ?? [];
    return { image, name, instructions: instructions.slice(start + 1, starts[index + 1]) };
  });
};

/** The variables of a stage's `ENV` and `ARG`. */
export const variablesOf = ({ instructions }: Stage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    instructions
      .filter(({ name }) => name === 'ENV' || name === 'ARG')
      .flatMap(({ text: pairs }) => [...pairs.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)])
      .map(([, name, quoted, plain]) => [name, quoted ?? plain]),
  );

/** The command of a stage's `CMD`, in its JSON form. */
export const commandOf = ({ instructions }: Stage): readonly string[] =>
  JSON.parse(instructions.findLast(({ name }) => name === 'CMD')?.text ?? '[]');

/**
 * Builds the folder `/app` of an image without Docker, by this Node and as this user.
 * @returns the folder of the last stage, which all stages had while they were built: compiled code knows its path.
 * @throws Error with the output of a command that fails.
 */
export const buildFolder = async (stages: readonly Stage[], directory: string): Promise<string> => {
  const folder = path.join(directory, 'app');
  const built = (name: string) => path.join(directory, name);
  for (const stage of stages) {
    await mkdir(folder, { recursive: true });
    for (const { name, text: args } of stage.instructions) {
      if (name === 'COPY') await copy(args.split(/ +/), folder, built);
      if (name === 'RUN') await run(args, folder, variablesOf(stage));
    }
    if (stage !== stages.at(-1)) await rename(folder, built(stage.name));
  }
  return folder;
};

const copy = async (args: readonly string[], folder: string, built: (stage: string) => string): Promise<void> => {
  const [, stage] = args[0]?.match(/^--from=(.*)$/) ?? [];
  const target = args.at(-1) ?? '';
  for (const source of args.slice(stage === undefined ? 0 : 1, -1)) {
    // the only folder that is copied from another stage is its /app
    const from = stage === undefined ? path.join(PROJECT, source) : built(stage);
    const isFileInto = stage === undefined && target.endsWith('/');
    const to = path.join(folder, target, isFileInto ? path.basename(source) : '');
    await cp(from, to, { recursive: true, preserveTimestamps: true });
  }
};

const run = async (command: string, folder: string, variables: Readonly<Record<string, string>>): Promise<void> => {
  // the folders of the image are below the stage's, and belong to this user
  const local = command.replaceAll(/ -[og] node\b/g, '').replaceAll(/ (\/\w+)/g, ` ${folder}$1`);
  const PATH = `${path.dirname(process.execPath)}:${process.env['PATH']}`;
  const env = { ...process.env, npm_config_prefer_offline: 'true', ...variables, PATH };
  const shell = spawn('sh', ['-ec', local], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')]);
  if (code !== 0) throw new Error(`${local} exits with ${code}: ${output}${errors}`);
};
