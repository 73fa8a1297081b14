import { freePort } from './free-port.ts';
import { runServer, type ServerProcess } from './server-process.ts';

/** A Redis server without persistence. */
export type RedisServer = ServerProcess & Readonly<{ url: string; port: number }>;

/** Starts a server with or without a password. */
export const startRedisServer = async (program: string, password?: string): Promise<RedisServer> => {
  const port = await freePort();
  const login = password === undefined ? [] : ['--requirepass', password];
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...login];
  return { ...(await runServer(program, args, port)), url: `redis://127.0.0.1:${port}`, port };
};
