export { modelAsker, type ModelFetch } from './ask-model.ts';
export { chatRequest, type ChatMessage, type ChatRequest } from './chat-request.ts';
export { samplingResult, type ModelAnswer } from './sampling-result.ts';
