export { modelAsker, type ModelFetch } from './ask-model.ts';
export { chatRequest } from './chat-request.ts';
export { samplingResult } from './sampling-result.ts';
