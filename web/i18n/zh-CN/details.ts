export const details = {};
