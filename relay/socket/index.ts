export { SOCKET_PATH, Sockets } from './socket.ts';
