import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { echoServer } from './echo.ts';

// The echo as a process of its own, spoken to without anything between.
serveStdio(echoServer);
