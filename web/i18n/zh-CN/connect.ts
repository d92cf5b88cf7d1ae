export const connect = {};
