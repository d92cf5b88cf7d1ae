/** Finds secrets in the headers of HTTP by their names. */
import { fromBase64 } from '#shared/recording';
import { base64View, bytesView } from './bytes-view.ts';
import type { Add, Findings } from './findings.ts';
import { isRedactedHeaderName, isSecretName } from './names/index.ts';
import type { View } from './view.ts';

const PARAM = /^mcp-param-(.+)$/i;
const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** A header that repeats an argument: the name of the mark, and the value decoded. Undefined for other headers. */
export function mirrored(name: string, value: string): { readonly param: string; readonly value: string } | undefined {
  const param = PARAM.exec(name)?.[1];
  return param === undefined ? undefined : { param, value: plainValue(value) };
}

function plainValue(value: string): string {
  const encoded = ENCODED.exec(value)?.[1];
  return encoded === undefined ? value : bytesView(fromBase64(encoded)).text;
}

/** The view of what an encoded header value means (basic/transports/streamable-http#value-encoding). */
export function encodedView(value: string): View | undefined {
  const encoded = ENCODED.exec(value)?.[1];
  return encoded === undefined ? undefined : base64View(fromBase64(encoded), value.indexOf('?', 2) + 1);
}

export function findInHeader(name: string, text: string, add: Add, findings: Findings): void {
  const lower = name.toLowerCase();
  const param = mirrored(name, text);
  if (param) {
    if (isSecretName(param.param)) add('mirrors', 0, text.length, param.value);
  } else if (lower === 'authorization' || lower === 'proxy-authorization') {
    const scheme = /^\S+ +/.exec(text)?.[0].length ?? 0;
    add('authorization', scheme, text.length);
    if (/^basic /i.test(text)) {
      const credentials = bytesView(fromBase64(text.slice(scheme))).text;
      findings.know('authorization', credentials.slice(credentials.indexOf(':') + 1));
    }
  } else if (lower === 'cookie' || lower === 'set-cookie') {
    const pair = lower === 'cookie' ? /(?:([^=;]*)= *)?([^;=][^;]*)/g : /^(?:([^=;]*)= *)?([^;=][^;]*)/g;
    for (const { 0: all, 2: part = '', index } of text.matchAll(pair)) {
      const value = part.trimEnd();
      const to = index + all.length - part.length + value.length;
      add('cookies', to - value.length, to);
    }
  } else if (lower === 'mcp-session-id') add('session-ids', 0, text.length);
  else if (isRedactedHeaderName(name)) add('headers', 0, text.length);
}
