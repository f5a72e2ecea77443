// Loaded before the shim's own code (NODE_OPTIONS): what it dials on this machine goes through the relay whose port
// FAULTS_RELAY names. Nothing else of the program is touched; the relay finds the true address in the request itself.
import { Socket } from 'node:net';

const relay = Number(process.env.FAULTS_RELAY);
const { connect } = Socket.prototype;

Socket.prototype.connect = function throughRelay(...args) {
  const [first] = args;
  // `net.connect` hands over its arguments in an array, already put in order.
  const options = Array.isArray(first) ? first[0] : first;
  if (relay > 0 && typeof options === 'object' && options?.host === '127.0.0.1') {
    const through = { ...options, port: relay };
    if (!Array.isArray(first)) return connect.call(this, through, ...args.slice(1));
    const normalised = [...first];
    normalised[0] = through;
    // Node marks such an array by its symbols: without them it would be read as a list of arguments.
    for (const mark of Object.getOwnPropertySymbols(first)) normalised[mark] = first[mark];
    return connect.call(this, normalised, ...args.slice(1));
  }
  return connect.apply(this, args);
};
