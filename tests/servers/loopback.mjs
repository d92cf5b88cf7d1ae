/** Preloaded with `node --import`: whatever a server listens on by itself, it is reached on the loopback interface only. */
import { Server } from 'node:net';

const listen = Server.prototype.listen;
const host = '127.0.0.1';

Server.prototype.listen = function (first, second, ...rest) {
  if (typeof first === 'object' && first !== null && 'port' in first) {
    return listen.call(this, { ...first, host }, second, ...rest);
  }
  if (!/^\d+$/.test(String(first))) return listen.call(this, first, second, ...rest);
  return typeof second === 'string'
    ? listen.call(this, first, host, ...rest)
    : listen.call(this, first, host, second, ...rest);
};
