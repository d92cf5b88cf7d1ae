// What the fixture servers answer, for tests that expect it to the letter.
export { answerText, errorText, logText, resultText, sizedResult, textResult } from '../../fixtures/mcp-answers.mjs';
