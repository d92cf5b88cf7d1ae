/** What examples about auth are written with. */
import type { AuthorizationStep, EventBody } from '#shared/recording';
import { answer, discoveredOverHttp, end, sent, shakenOverHttp, usual } from './http-script.ts';
import { request } from './messages.ts';

const REVISION = '2025-11-25';
export const SITE = 'https://mcp.example';
export const LOGIN = 'https://id.example';
export const METADATA = `${SITE}/.well-known/oauth-protected-resource`;
export const before = shakenOverHttp(REVISION, { server: { tools: {} } });
export const modern = discoveredOverHttp({ server: { tools: {} } });
export const headers = usual(REVISION);
export const asked = sent('x3', headers, request(3, 'tools/list'));
export const refusal = (x: string, status: number, challenge?: string): readonly EventBody[] => [
  answer(x, status, challenge === undefined ? {} : { 'www-authenticate': challenge }),
  end(x),
];
export const refused = (status: number, challenge?: string): readonly EventBody[] => [
  ...asked,
  ...refusal('x3', status, challenge),
];
export const HINT = `Bearer resource_metadata="${METADATA}/mcp"`;
/** An exchange of a step: its request, and its answer as JSON where there is one. */
export const step = (
  x: string,
  name: AuthorizationStep,
  url: string,
  { got, status = 200, form, body }: { got?: object; status?: number; form?: string; body?: object } = {},
): readonly EventBody[] => {
  const content = form ?? (body && JSON.stringify(body));
  const about = { k: 'http', x, step: name } as const;
  return [
    { ...about, phase: 'request', method: content === undefined ? 'GET' : 'POST', url, headers: [] },
    ...(content === undefined ? [] : [{ k: 'body', x, dir: 'c2s', raw: content } as const]),
    { ...about, phase: 'response', status, headers: [] },
    ...(got === undefined ? [] : [{ k: 'body', x, dir: 's2c', raw: JSON.stringify(got) } as const]),
    { ...about, phase: 'end', by: 'server' },
  ];
};
type Fields = { readonly [name: string]: string | undefined };
const formOf = (fields: Fields): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');
export const consent = (more: Fields = {}, at = `${LOGIN}/authorize`): readonly EventBody[] =>
  step(
    'a5',
    'authorization',
    `${at}?${formOf({
      response_type: 'code',
      client_id: 'c-77',
      redirect_uri: 'http://127.0.0.1:5050/done',
      state: 'k2',
      code_challenge: 'qjrzSW9gMiUgpUvqgEPE4_-8swvyCtfOVvg55o5S_es',
      code_challenge_method: 'S256',
      resource: `${SITE}/mcp`,
      ...more,
    })}`,
    { status: 302 },
  );
export const callback = (more: Fields = {}): readonly EventBody[] =>
  step('a6', 'authorization', `http://127.0.0.1:5050/done?${formOf({ code: 'z9', state: 'k2', ...more })}`);
export const token = (more: Fields = {}): readonly EventBody[] =>
  step('a7', 'token', `${LOGIN}/token`, {
    form: formOf({
      grant_type: 'authorization_code',
      code: 'z9',
      client_id: 'c-77',
      code_verifier: 'M25iVXpKU3puUjFaYWg3T1NDTDQtcW1ROUY5YXlwalNoc0hhakxifmZHag',
      resource: `${SITE}/mcp`,
      ...more,
    }),
  });
export const SERVER_METADATA = `${LOGIN}/.well-known/oauth-authorization-server`;
export const serverMetadata = (more: object = {}): readonly EventBody[] =>
  step('a2', 'server-metadata', SERVER_METADATA, {
    got: { issuer: LOGIN, code_challenge_methods_supported: ['S256'], ...more },
  });
export const resourceMetadata = (more: object = {}): readonly EventBody[] =>
  step('a1', 'resource-metadata', `${METADATA}/mcp`, {
    got: { resource: `${SITE}/mcp`, authorization_servers: [LOGIN], ...more },
  });
export const registered = (more: object): readonly EventBody[] =>
  step('a3', 'client-registration', `${LOGIN}/register`, {
    body: { client_name: 'client', redirect_uris: ['http://127.0.0.1:5050/done'], ...more },
    got: { client_id: 'c-77' },
  });
export const issSupported = serverMetadata({ authorization_response_iss_parameter_supported: true });
export const LACKS = 'Bearer error="insufficient_scope", scope="tools:call"';
