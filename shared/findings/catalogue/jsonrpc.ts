import { describeRules, info, must, mustNot, should } from '../rule.ts';

const RESULTS = { A: 'basic/messages#responses', B: 'basic/index#responses', D: 'basic/index#result-responses' };
const ERRORS = { A: 'basic/messages#responses', B: 'basic/index#responses', D: 'basic/index#error-responses' };

export const JSONRPC = describeRules('jsonrpc', 'any', {
  'rpc-version-field': must('both', 'A-E', 'basic/messages#requests'),
  'rpc-message-shape': must('both', 'A-E', 'basic/messages'),
  'rpc-top-level-object': must('both', 'A-E', 'basic/messages'),
  'rpc-request-id-null': mustNot('both', 'A-E', 'basic/messages#requests'),
  'rpc-request-id-type': must('both', 'A-E', 'basic/messages#requests'),
  'rpc-request-id-reused': mustNot('both', 'A-D', 'basic/messages#requests'),
  'rpc-request-id-in-flight': mustNot('client', 'E', 'basic/index#requests'),
  'rpc-response-id-unknown': must('both', 'A-E', RESULTS),
  'rpc-response-duplicate': must('both', 'A-E', RESULTS),
  'rpc-response-id-type-changed': must('both', 'A-E', RESULTS),
  'rpc-response-both': mustNot('both', 'A-E', 'basic/messages#responses'),
  'rpc-response-neither': must('both', 'A-E', 'basic/messages#responses'),
  'rpc-error-code-integer': must('both', 'A-E', ERRORS),
  'rpc-error-message-string': must('both', 'A-E', ERRORS),
  'rpc-error-id-missing': must('both', 'A-E', ERRORS),
  'rpc-error-id-null': mustNot('both', 'A-E', ERRORS, 'warning'),
  'rpc-notification-has-id': mustNot('both', 'A-E', 'basic/messages#notifications'),
  'rpc-params-object': must('both', 'A-E', 'basic/messages#requests'),
  'rpc-result-object': must('both', 'A-E', RESULTS),
  'rpc-batch-unsupported': mustNot('both', 'C-E', 'basic/transports#sending-messages-to-the-server'),
  'rpc-batch-initialize': mustNot('client', 'B', 'basic/lifecycle#initialization'),
  'rpc-batch-empty': must('both', 'B', 'basic/index#batching'),
  'rpc-batch-mixed': must('client', 'B', 'basic/transports#sending-messages-to-the-server', {
    transport: 'streamable-http',
  }),
  'rpc-batch-rejected': must('server', 'B', 'basic/index#batching'),
  'rpc-parse-error-code': should('both', 'A-E', ERRORS),
  'rpc-unknown-method-code': should('both', 'A-D', ERRORS),
  'method-not-in-version': must('both', 'A-E', {
    A: 'basic/lifecycle#operation',
    E: 'basic/versioning#protocol-version-negotiation',
  }),
  'method-wrong-direction': must('both', 'A-E', 'basic/messages'),
  'method-params-schema': must('both', 'A-E', 'basic/index#schema'),
  'method-result-schema': must('both', 'A-E', 'basic/index#schema'),
  'notification-params-schema': must('both', 'A-E', 'basic/index#schema'),
  'rpc-reserved-method-prefix': mustNot('both', 'A-E', 'basic/messages', 'extra'),
  'rpc-batch-2024': info('both', 'A', 'basic/messages', 'extra'),
  'rpc-request-unanswered': must('both', 'A-E', 'basic/messages#responses', 'info', 'heuristic', 'extra'),
  'method-unknown': info('both', 'A-E', 'basic/messages', 'extra'),
  'field-not-in-version': info('both', 'A-E', 'basic/index#schema', 'extra'),
});
