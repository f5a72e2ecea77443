// Copies bytes between its standard streams and a port of this machine, and does nothing else.
import { connect } from 'node:net';

const socket = connect(Number(process.argv[2]), '127.0.0.1');
socket.setNoDelay(true);
process.stdin.on('data', (chunk) => socket.write(chunk));
process.stdin.on('end', () => process.exit(0));
socket.on('data', (chunk) => process.stdout.write(chunk));
socket.on('error', () => process.exit(1));
