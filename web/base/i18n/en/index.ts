export { eraNames, timeouts } from '#shared/words/en';
export { app } from './app.ts';
export { authorize } from './authorize.ts';
export { common } from './common.ts';
export { connect } from './connect.ts';
export { library } from './library.ts';
export { open } from './open.ts';
export { palette } from './palette.ts';
export { remedies } from './remedies.ts';
