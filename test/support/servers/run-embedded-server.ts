import { startEmbeddedServer } from '#adapters/postgres/embedded/embedded-server.ts';

// a process of its own for tests: prints its server's address and stops it on SIGTERM
const [directory = ''] = process.argv.slice(2);
const server = await startEmbeddedServer({ directory, log: () => {}, settings: { fsync: 'off' } });
const stayAlive = setInterval(() => {}, 60_000);
process.once('SIGTERM', async () => {
  await server.stop();
  clearInterval(stayAlive);
});
process.stdout.write(`${JSON.stringify({ host: server.host, port: server.port })}\n`);
