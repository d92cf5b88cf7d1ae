/** One word for one thing: terms that the texts of both languages no longer use, and where they may stand all the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../relay/support/bundle.mjs';
import { wordFiles } from './dictionaries.ts';

/** The term, what says it now, and texts that may hold it, each with its reason. */
type Refused = readonly [term: RegExp, instead: string, ...allowed: RegExp[]];

const ENGLISH: readonly Refused[] = [
  [/\b(?:per-request|handshake) era\b|\bEra\b/, 'stateless, handshake, protocol mode'],
  [/\b[Rr]evisions?\b/, 'protocol version', /\$\{revisions?\b/],
  [/\bspeaks?\b/i, 'supports', /speaks? TLS/],
  [/\b[Ff]aults?\b/, 'protocol violation', /\$\{fault\}/],
  [/\bunanswered\b/, 'pending'],
  [/\bAnswers?\b.*\bnobody\b/, 'unsolicited response'],
  [
    /\bexchanges?\b/i,
    'HTTP request',
    /one token for another|token exchange|did not exchange|exchange it for a token|\bexchanged\b|exchanges (?:a|the|its) /i,
  ],
  [/\bServer asks\b/, 'Server requests'],
  [/\bcut short\b/, 'incomplete'],
  [/\bhad back\b|\btaken back\b/, 'restored, cancelled'],
  [/\bfor ever\b/, 'forever'],
  [/\ball the same\b/, 'anyway'],
  [/^Flag /, 'what to do, not what is reported'],
  [/\b[Ll]eft out\b/, 'omitted, skipped'],
  [/\bso many\b/, 'a number'],
  [/\bsays the server\b/, 'reported'],
  [/\ba line each\b|\bone a line\b/, 'one per line'],
  [/\bConnect again\b|\b[Rr]un again\b/, 'Reconnect, Rerun'],
  [/\b\d+ due\b|\bdue from\b/, 'owes'],
  [/\bsession ids?\b/, 'session ID'],
];

const CHINESE: readonly Refused[] = [
  [/应答/u, '响应；人的答复用「回复」'],
  [/逐请求/u, '无状态'],
  [/掩码/u, '忽略规则、已忽略'],
  [/HTTP 交换|以下交换|交换编号/u, 'HTTP 请求'],
  [/根目录/u, '根（roots）'],
  [/略去/u, '省略'],
  [/标头/u, '请求头、响应头'],
  [/对端/u, '对方、实现'],
  [/答复/u, '回复'],
  [/批量消息/u, '批次'],
  [/(?:错误|问题)报告/u, '缺陷报告'],
  [/宿主程序/u, '宿主（Host）'],
  [/接入宿主/u, '监听宿主（tap）'],
  [/规则违反|违规/u, '规范问题'],
  [/请求的? ?ID/u, '请求的 id；会话、任务、订阅用 ID'],
  [/[份此]录制(?!文件)|两个录制(?!文件)|打开录制(?!文件|库)/u, '录制文件'],
];

/** Texts of a dictionary: what stands in quotes or backticks, without comments, types and codes of one word. */
function textsIn(language: string): { readonly file: string; readonly text: string }[] {
  const common = ['web/base/i18n', 'shared/words', 'shared/findings/words'].flatMap((folder) =>
    readdirSync(join(ROOT, folder, language))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${language}/${file}`),
  );
  // Both languages of what leads to a feature are in one file, so both lists are asked there.
  const own = wordFiles.filter((file) => file.includes(`/words/${language}`) || file.endsWith('/entry.ts'));
  return [...common, ...own].flatMap((file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|\/?\*|import |export \*)/.test(line));
    const quoted = lines.flatMap((line) => [...line.matchAll(/'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]);
    return quoted
      .map(([, plain, template]) => ({ file, text: plain ?? template ?? '' }))
      .filter(({ text }) => /[\s\u4e00-\u9fff]|^[A-Z]/.test(text));
  });
}

test.each([
  ['en', ENGLISH],
  ['zh-CN', CHINESE],
] as const)('terms that must not return, %s', (language, refused) => {
  const texts = textsIn(language);
  expect(texts.length).toBeGreaterThan(1000);
  const found = texts.flatMap(({ file, text }) =>
    refused
      .filter(([term, , ...allowed]) => term.test(text) && !allowed.some((each) => each.test(text)))
      .map(([, instead]) => `${file}: “${text}” (say ${instead})`),
  );
  expect(found).toEqual([]);
});
