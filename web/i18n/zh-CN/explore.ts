export const explore = {};
