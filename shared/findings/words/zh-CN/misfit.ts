/** What the validator says of a value that does not fit a schema, in Chinese. Its own sentences are English. */

/** A sentence of the validator's without its full stop, and the same in Chinese, with what was matched in the places of `$1`, `$2`. */
const SENTENCES: readonly (readonly [english: RegExp, chinese: string])[] = [
  [/^Type "([^"]*)" is invalid\. Expected (".*)$/u, '类型为 "$1"，应为 $2。'],
  [/^Value does not match any of (.*)$/u, '值不在 $1 之中。'],
  [/^Value matches none of (.*)$/u, '值不是 $1 中的任何一个。'],
  [/^Value does not match any (?:alternative|subschemas)$/u, '不符合任何一个备选 schema。'],
  [/^Value does not match every subschema$/u, '没有符合全部子 schema。'],
  [/^Value does not match exactly one subschema \((\d+) matches\)$/u, '应恰好符合一个子 schema，实际符合 $1 个。'],
  [/^Value does not match "(then|else)" schema$/u, '不符合 "$1" 中的 schema。'],
  [/^Value matched "not" schema$/u, '符合了 "not" 所排除的 schema。'],
  [/^Value does not match (.*)$/u, '值应为 $1。'],
  [/^Value does not have required property "(.*?)"?$/u, '缺少必需的属性 "$1"。'],
  [/^Value has too few properties \(at least (\d+)\)$/u, '属性过少（至少 $1 个）。'],
  [/^Value has too many properties \(at most (\d+)\)$/u, '属性过多（最多 $1 个）。'],
  [/^Value has "(.*)" but does not have "(.*)"$/u, '有属性 "$1" 时必须有属性 "$2"。'],
  [/^Value has "(.*)" but does not match dependant schema$/u, '有属性 "$1" 时，不符合对应的 schema。'],
  [/^Property name "(.*)" does not match schema$/u, '属性名 "$1" 不符合 schema。'],
  [/^False boolean schema$/u, '此处不允许任何值。'],
  [/^Array has too many items \((\d+) > (\d+)\)$/u, '项数过多（$1 > $2）。'],
  [/^Array has too few items \((\d+) < (\d+)\)$/u, '项数过少（$1 < $2）。'],
  [/^Array (?:is empty\. It must|does not) contain .*$/u, '没有符合 schema 的项。'],
  [/^Duplicate items at indexes (\d+) and (\d+)$/u, '第 $1 项与第 $2 项重复（从 0 数起）。'],
  [/^(\S+) is less than or equal to (\S+)$/u, '$1 应大于 $2。'],
  [/^(\S+) is greater than or equal to (\S+)$/u, '$1 应小于 $2。'],
  [/^(\S+) is less than (\S+)$/u, '$1 过小，下限为 $2。'],
  [/^(\S+) is greater than (\S+)$/u, '$1 过大，上限为 $2。'],
  [/^(\S+) is not a multiple of (\S+)$/u, '$1 不是 $2 的倍数。'],
  [/^String is too (?:short|long) \((\d+ [<>] \d+)\)$/u, '字符串长度不符合限制（$1）。'],
  [/^String does not match pattern$/u, '字符串不符合 pattern。'],
  [/^String does not match format "(.*)"$/u, '字符串不符合格式 "$1"。'],
];

/** The sentence in Chinese, also of one that was cut (`…` at its end); one that is not known stays as it is. */
export function misfit(message: string): string {
  const said = message.replace(/\.$/u, '');
  const known = SENTENCES.find(([english]) => english.test(said));
  return known ? said.replace(...known) : message;
}
