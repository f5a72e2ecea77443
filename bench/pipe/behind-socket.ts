import { createServer } from 'node:net';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { echoServer } from './echo.ts';

// The echo behind a bare socket: what the least that can stand between costs. Says its port on stdout.
const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  serveStdio(echoServer, { transport: new StdioServerTransport(socket, socket) });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`);
});
