/** Which names say that their value is secret. The screen, the question before saving, and redaction all ask here. */
import { PLACEHOLDER } from '#shared/recording';

const SECRET_HEADER =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|mcp-session-id)$|(?:token|secret|password|api-?key)$/;

export const isSecretHeaderName = (name: string): boolean => SECRET_HEADER.test(name.toLowerCase());

/** Names of headers that end in `key` and are no secret. */
const PUBLIC_KEYS = /(?:idempotency|public|surrogate|sec-websocket|cache|host)-?key$/;
const KEY_HEADERS =
  /(?:key|passwd|-(?:auth|authorization|bearer|jwt|assertion|pass|pat|credentials?|session|session-?id|signature(?:-\d+)?))$|^(?:cookie2|dpop)$/;

/** True when a header's value is replaced in what is handed on: more than what the screen hides. */
export function isRedactedHeaderName(name: string): boolean {
  const lower = name.toLowerCase();
  return isSecretHeaderName(name) || (KEY_HEADERS.test(lower) && !PUBLIC_KEYS.test(lower));
}

const SECRET_QUERY =
  /^(?:api[-_]?key|access[-_]?token|auth|token|key|secret|client[-_]?secret|password|passwd|pass|pat|sig|signature|code|id[-_]token[-_]hint|[\w-]{1,40}[-_](?:key|signature|sig))$/i;
/** Members that end in `key` and are none. */
const PUBLIC_QUERY = /(?:public|idempotency|cache|sort|primary|foreign)[-_]key$/i;

export const isSecretQueryName = (name: string): boolean => SECRET_QUERY.test(name) && !PUBLIC_QUERY.test(name);

/** True for the member of an address, or of JSON, that carries a session. */
export const isSessionName = (name: string): boolean => /^(?:mcp[-_]?|j|php)?sess(?:ion)?[-_]?id$/i.test(name);

/** Names that end like a secret's and are none: the protocol's own, and those of pages of lists. */
const NO_SECRET = /^(?:progress|page|nextpage|next|pagination|starting|max|eos|bos|stop|continuation|sync)token$/;
const SECRET_NAME =
  /(?:password|passwd|passphrase|secret|token|apikey|accesskey|secretkey|privatekey|signingkey|encryptionkey|masterkey|authkey|accountkey|subscriptionkey|servicekey|servicerolekey|sharedkey|authorization|credentials?|clientassertion|codeverifier|devicecode|authorizationcode|authcode|accesscode|usercode|verificationcode|recoverycode|mfacode|otpcode|setcookie|connectionstring|mnemonic|mnemonicphrase|seedphrase|recoveryphrase|secretphrase|licensekey|securityanswer|secretanswer|csrf|xsrf)$/;
/** The word for password in other languages, at the end of a name; those in Latin letters alone are told like any other. */
export const PASSWORDS_ABROAD = ['contraseña', 'lösenord', 'hasło', 'пароль', '密码', '密碼', 'パスワード', '비밀번호'];
const PASSWORD_ABROAD = new RegExp(
  `(?:passwort|kennwort|contrasena|motdepasse|senha|wachtwoord|${PASSWORDS_ABROAD.join('|')})$`,
  'u',
);
/** `userPw`, `db_pass`: shortened, and told from other words by what stands before. */
const SHORT_PASSWORD =
  /(?:[_-]pw|[a-z\d]Pw)$|^(?:db|database|sql|mysql|pg|postgres|redis|mongo|amqp|ldap|user|admin|root|login|auth|basic|app|api|my|smtp|imap|mail|email|ftp|sftp|ssh|http|proxy|vpn|wifi|host|server|service|store|keystore|key)(?:[_-]pass|Pass)$/;
/** Digits that stand for letters: `p4ssw0rd`. */
const LETTER_OF: { readonly [digit: string]: string } = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
};
/** Names of several secrets; of numbers of them, too, which are none. */
const SEVERAL = /(?:passwords|secrets|apikeys|accesskeys|accesstokens|refreshtokens|recoverycodes|backupcodes)$/;
/** Short names that are secret as a whole. */
const WHOLE_NAME =
  /^(?:pwd|pw|pin|otp|totp|2fa|cvv|cvv2|cvc|ssn|jwt|bearer|cookie|cookies|auth|assertion|authtoken|sessionkey)$/;
/** Names of variables: `GITHUB_PAT`, `SIGNING_KEY`. */
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|PASS|PWD|PAT|AUTH|DSN)$/;

/** Answers that were given: a recording has few names, each of them often. */
const ANSWERS = new Map<string, boolean>();
const MAX_CACHED_COUNT = 4096;

/** True when a JSON member, a variable or an option of this name holds a secret. */
export function isSecretName(name: string): boolean {
  if (name.length < 2 || name.length > 128) return false;
  const known = ANSWERS.get(name);
  if (known !== undefined) return known;
  const answer = saysSecret(name);
  if (ANSWERS.size >= MAX_CACHED_COUNT) ANSWERS.clear();
  ANSWERS.set(name, answer);
  return answer;
}

function saysSecret(name: string): boolean {
  if (VARIABLE.test(name)) return !/PUBLIC_KEY$/.test(name);
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  if ((SECRET_NAME.test(plain) && !NO_SECRET.test(plain)) || WHOLE_NAME.test(plain)) return true;
  if (PASSWORD_ABROAD.test(plain) || SHORT_PASSWORD.test(name)) return true;
  return /passw(?:or)?d$/.test(name.toLowerCase().replace(/[01345@$]/g, (digit) => LETTER_OF[digit] ?? digit));
}

/** True for a name of a password, and no other secret: words of a sentence and short texts may follow it. */
export function isPasswordName(name: string): boolean {
  return /(?:pass(?:word|wd|phrase|code)?|pwd|pw)$/i.test(name) || PASSWORD_ABROAD.test(name.toLowerCase());
}

/** True for a name that no sentence has: `db_pass`, `apiKey`. */
export const isIdentifier = (name: string): boolean => /[\p{L}\d][_.-]\p{L}|\p{Ll}\p{Lu}/u.test(name);

/** True when a JSON member of this name holds a secret if its value looks like one: others have a name for something else. */
export const isVagueName = (name: string): boolean => /^(?:pass|key|seed)$/i.test(name);

/** True for what is neither a number nor words, as such members have them: `user-42`, `north.7`. */
export function looksMadeUp(value: string): boolean {
  if (!looksRandomEnough(value) || /\s/.test(value) || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)) return false;
  return !/^(?:[A-Za-z]+\d{0,4}|[A-Za-z]?\d+)(?:[-:/._,+=#@]{1,3}(?:[A-Za-z]+\d{0,4}|[A-Za-z]?\d+)){0,64}$/.test(value);
}

/** True for the variable in which a shell keeps the folder it is in: `PWD=/work`. In small letters the name is a password's. */
export function isWorkingFolder(name: string, value: string): boolean {
  return name === 'PWD' && /^(?:\/|~|[A-Za-z]:[\\/])/.test(value);
}

/** True when the texts of a JSON member of this name, or of a list in it, are secrets. */
export function isSecretPlural(name: string): boolean {
  return name.length <= 128 && SEVERAL.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** True when an object under this name holds secrets, or a list of objects; what only says how one proves who one is does not. */
export function holdsSecrets(name: string): boolean {
  if (/^(?:auth|.*authorization|bearer|assertion)$/i.test(name)) return false;
  return isSecretName(name) || isSecretPlural(name) || isTokens(name);
}

/** True for the name of several tokens, which may be pieces of text as well: only what looks like a secret is one there. */
export const isTokens = (name: string): boolean => /^tokens$/i.test(name);

const ONLY_PLACEHOLDER = /^(?:\S+ )?‹[\w-]+:\d+›$/;

/** True for a value of which nothing secret is left: `Bearer ‹access_token:1›`. */
export const isPlaceholder = (value: string): boolean => ONLY_PLACEHOLDER.test(value);

/** What stands where a secret could, and is none: names of types, masks; what is to be filled in, which no digit is in. */
const NO_VALUE =
  /^(?:string|tokens?|keys?|passwords?|credentials?|number|integer|boolean|object|array|null|true|false|none|undefined|enabled|disabled|required|optional|[*•.]+|x{3,}|<[^<>\d]*>?|your[-_ ][^\d\r\n]*|\[redacted\])$/i;
/** A variable of a shell: `$API_KEY`, `${apiKey}`. In small letters without braces, it is as likely a password. */
const SHELL_VARIABLE = /^\$(?:[A-Z_][A-Z0-9_]*|\{\w+\})$/;

/** True for a text that a built-in rule may take for a secret. */
export function canBeSecret(value: string): boolean {
  return canBeMarked(value) && !isPlaceholder(value) && !NO_VALUE.test(value) && !SHELL_VARIABLE.test(value);
}

/** True for a text that a person may say is secret, whatever it looks like: any in which not all is replaced already. */
export const canBeMarked = (value: string): boolean => value.replace(PLACEHOLDER, '') !== '';

/** True for a secret unlikely to be other text: replaced everywhere. `1` or `admin` only where a rule found it. */
export function looksRandomEnough(value: string): boolean {
  if (value.length < 8) return false;
  const distinct = new Set(value.slice(0, 64)).size;
  if (/^\d+$/.test(value)) return distinct >= 4;
  if (distinct < 5) return false;
  return value.length >= 16 || /\d/.test(value) || /[^A-Za-z_ -]/.test(value) || /[a-z][A-Z]/.test(value);
}

/** What sentences and programs say of passwords and keys that has digits, too. */
const NO_PASSWORD =
  /^(?:\d+[-\w]*|(?:base|sha|md|utf|aes|rsa|ed|hs|rs|es|argon|pbkdf|oauth|http|v|ipv?|rfc|gpt|x)-?\d[\w.-]*)$/i;
/** What settings and code have in place of a password: states, types, names of other values. */
const NO_WORD =
  /^(?:~|ok|yes|no|not|on|off|is|are|was|an?|the|in|to|for|and|or|of|if|with|from|must|should|will|can|has|set|unset|missing|invalid|valid|expired|wrong|hidden|empty|default|unknown|present|absent|provided|found|needed|failed|error|success|refreshed|received|sent|changed|updated|str|int|bool|bytes|any|char|text|varchar|uuid|date|url|uri|email|self|this|nil|prompt|file|env|input|secret|secretstr|plain|basic|bearer|oauth2?|jwt|md5|bcrypt|argon2|\S*(?:pass|token|secret|key|cred|env|value|input|auth|process|config|param|arg|opt|user|req|data)\S*)[.:!?]?$/i;

/** True for a text without quotes that a password may be, and no word or code: digits or signs are in it. */
export function looksTyped(given: string): boolean {
  return given.length >= 4 && /[A-Za-z]/.test(given) && /[\d!#$%^&*+~?@]/.test(given) && isNoWord(given);
}

/** True for what stands where a password may stand, and is neither a state nor code. */
export function isNoWord(given: string): boolean {
  return (
    given.length > 2 &&
    !NO_WORD.test(given) &&
    !saysNoSecret(given) &&
    !/[()<>{}[\]`|]|\$\{|^[$&*!%@]|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(given)
  );
}

/** True for what is said of secrets and is none: `base64`, `8-character`. */
export const saysNoSecret = (text: string): boolean => NO_PASSWORD.test(text);
