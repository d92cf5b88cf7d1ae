export { authorizerFor, describe, routeTo, transportFor } from './connect.ts';
