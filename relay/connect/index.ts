export { authorizerFor, describe, roadTo, transportFor } from './connect.ts';
