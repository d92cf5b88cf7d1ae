// The readers of configurations alone: what writes them, and their open values, are on the first screen.
export { readClientConfig } from '#shared/client-config';
