import type { AuthorizationStep, EventBody } from '#shared/recording';
import { answer, discoveredOverHttp, end, head, posted, sent, shakenOverHttp, usual } from './http-script.ts';
import { request, result } from './messages.ts';
import { examples } from './script.ts';

const REVISION = '2025-11-25';
const SITE = 'https://mcp.example';
const LOGIN = 'https://id.example';
const METADATA = `${SITE}/.well-known/oauth-protected-resource`;
const given = shakenOverHttp(REVISION, { server: { tools: {} } });
const modern = discoveredOverHttp({ server: { tools: {} } });
const headers = usual(REVISION);
const asked = sent('x3', headers, request(3, 'tools/list'));
const refusal = (x: string, status: number, challenge?: string): readonly EventBody[] => [
  answer(x, status, challenge === undefined ? {} : { 'www-authenticate': challenge }),
  end(x),
];
const refused = (status: number, challenge?: string): readonly EventBody[] => [
  ...asked,
  ...refusal('x3', status, challenge),
];
const HINT = `Bearer resource_metadata="${METADATA}/mcp"`;

/** An exchange of a step: its request, and its answer as JSON where there is one. */
const step = (
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
const consent = (more: Fields = {}, at = `${LOGIN}/authorize`): readonly EventBody[] =>
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
const callback = (more: Fields = {}): readonly EventBody[] =>
  step('a6', 'authorization', `http://127.0.0.1:5050/done?${formOf({ code: 'z9', state: 'k2', ...more })}`);
const token = (more: Fields = {}): readonly EventBody[] =>
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
const SERVER_METADATA = `${LOGIN}/.well-known/oauth-authorization-server`;
const serverMetadata = (more: object = {}): readonly EventBody[] =>
  step('a2', 'server-metadata', SERVER_METADATA, {
    got: { issuer: LOGIN, code_challenge_methods_supported: ['S256'], ...more },
  });
const resourceMetadata = (more: object = {}): readonly EventBody[] =>
  step('a1', 'resource-metadata', `${METADATA}/mcp`, {
    got: { resource: `${SITE}/mcp`, authorization_servers: [LOGIN], ...more },
  });
const registered = (more: object): readonly EventBody[] =>
  step('a3', 'client-registration', `${LOGIN}/register`, {
    body: { client_name: 'client', redirect_uris: ['http://127.0.0.1:5050/done'], ...more },
    got: { client_id: 'c-77' },
  });
const issSupported = serverMetadata({ authorization_response_iss_parameter_supported: true });
const LACKS = 'Bearer error="insufficient_scope", scope="tools:call"';
const round = (x: string): readonly EventBody[] => [
  ...sent(x, headers, request(x, 'tools/list')),
  ...refusal(x, 403, LACKS),
];
const authorized = posted('x2', request(2, 'ping'), result(2), {
  headers: { ...headers, authorization: 'Bearer ‹access_token:1›' },
});

export const AUTH = examples(given, {
  'auth-401-required': { breaks: refused(400, 'Bearer error="invalid_token"'), keeps: refused(401, HINT) },
  'auth-401-www-authenticate': {
    given: shakenOverHttp('2025-06-18'),
    breaks: refused(401, 'Bearer realm="tools"'),
    keeps: refused(401, HINT),
  },
  'auth-401-discoverable': {
    given: [...given, ...refused(401, 'Bearer')],
    breaks: [
      ...step('a1', 'resource-metadata', `${METADATA}/mcp`, { status: 404 }),
      ...step('a2', 'resource-metadata', METADATA, { status: 404 }),
    ],
    keeps: [...step('a1', 'resource-metadata', `${METADATA}/mcp`, { status: 404 }), ...resourceMetadata()],
  },
  'auth-static-token': {
    given: [...given, ...refused(401, 'ApiKey')],
    breaks: [
      ...step('a1', 'resource-metadata', `${METADATA}/mcp`, { status: 404 }),
      ...step('a2', 'resource-metadata', METADATA, { status: 404 }),
    ],
    keeps: [...step('a1', 'resource-metadata', `${METADATA}/mcp`, { status: 404 }), ...resourceMetadata()],
  },
  'auth-prm-order': {
    given: [...given, ...refused(401, 'Bearer')],
    breaks: step('a1', 'resource-metadata', METADATA),
    keeps: step('a1', 'resource-metadata', `${METADATA}/mcp`),
  },
  'auth-prm-servers': {
    breaks: resourceMetadata({ authorization_servers: [] }),
    keeps: resourceMetadata(),
  },
  'auth-as-issuer-match': {
    given: modern,
    breaks: [...serverMetadata({ issuer: 'https://other.example' }), ...consent()],
    keeps: [...serverMetadata(), ...consent()],
  },
  'auth-endpoints-https': {
    breaks: serverMetadata({ authorization_endpoint: 'http://id.example/authorize' }),
    keeps: serverMetadata({ authorization_endpoint: 'https://id.example/authorize' }),
  },
  'auth-redirect-uri': {
    breaks: registered({ redirect_uris: ['client://done'] }),
    keeps: registered({}),
  },
  'auth-pkce': {
    breaks: [...consent(), ...token({ code_verifier: undefined })],
    keeps: [...consent(), ...token()],
  },
  'auth-pkce-s256': { breaks: consent({ code_challenge_method: undefined }), keeps: consent() },
  'auth-pkce-unsupported': {
    breaks: [...serverMetadata({ code_challenge_methods_supported: undefined }), ...consent()],
    keeps: [...serverMetadata(), ...consent()],
  },
  'auth-resource-param': {
    breaks: [...consent(), ...token({ resource: undefined })],
    keeps: [...consent(), ...token()],
  },
  'auth-resource-canonical': {
    breaks: consent({ resource: `${SITE}/mcp#tools` }),
    keeps: consent(),
  },
  'auth-iss-checked': {
    given: [...modern, ...issSupported, ...consent()],
    breaks: [...callback(), ...token()],
    keeps: [...callback({ iss: LOGIN }), ...token()],
  },
  'auth-token-in-query': {
    breaks: [head('x3', headers, { url: `${SITE}/mcp?token=‹token:1›` })],
    keeps: [head('x3', { ...headers, authorization: 'Bearer ‹access_token:1›' })],
  },
  'auth-bearer-every-request': {
    given: [...given, ...authorized],
    breaks: asked,
    keeps: [head('x3', { ...headers, authorization: 'Bearer ‹access_token:1›' })],
  },
  'auth-insufficient-scope': { breaks: refused(401, LACKS), keeps: refused(403, LACKS) },
  'auth-offline-access-scope': {
    given: modern,
    breaks: resourceMetadata({ scopes_supported: ['tools:call', 'offline_access'] }),
    keeps: resourceMetadata({ scopes_supported: ['tools:call'] }),
  },
  'auth-dcr-application-type': {
    given: modern,
    breaks: registered({}),
    keeps: registered({ application_type: 'native' }),
  },
  'auth-cimd-client-id': {
    breaks: consent({ client_id: 'http://client.example/about.json' }),
    keeps: consent({ client_id: 'https://client.example/about.json' }),
  },
  'auth-prm-resource-match': {
    breaks: [...resourceMetadata({ resource: 'https://mcp.example/files' }), ...consent()],
    keeps: [...resourceMetadata({ resource: SITE }), ...consent()],
  },
  'auth-as-metadata-order': {
    breaks: step('a2', 'server-metadata', `${LOGIN}/acme/.well-known/openid-configuration`),
    keeps: [
      ...step('a2', 'server-metadata', `${SERVER_METADATA}/acme`, { status: 404 }),
      ...step('a3', 'server-metadata', `${LOGIN}/.well-known/openid-configuration/acme`, { status: 404 }),
      ...step('a4', 'server-metadata', `${LOGIN}/acme/.well-known/openid-configuration`),
    ],
  },
  'auth-state': {
    given: [...given, ...consent()],
    breaks: [...callback({ state: 'k3' }), ...token()],
    keeps: [...callback(), ...token()],
  },
  'auth-iss-advertised': {
    given: modern,
    breaks: [...serverMetadata(), ...consent(), ...callback({ iss: LOGIN })],
    keeps: [...issSupported, ...consent(), ...callback({ iss: LOGIN })],
  },
  'auth-scope-in-challenge': { breaks: refused(401, HINT), keeps: refused(401, `${HINT}, scope="tools:call"`) },
  'auth-retry-limit': {
    given: [...given, ...['r1', 'r2', 'r3'].flatMap((x) => [...round(x), ...consent()])],
    breaks: [...round('r4'), ...consent()],
    keeps: round('r4'),
  },
  'auth-credentials-cross-as': {
    given: [...modern, ...serverMetadata(), ...registered({ application_type: 'native' })],
    breaks: consent({}, 'https://id.other.example/authorize'),
    keeps: consent(),
  },
  'auth-legacy-base-url': {
    given: shakenOverHttp('2025-03-26'),
    breaks: step('a1', 'server-metadata', `${SITE}/mcp/.well-known/oauth-authorization-server`),
    keeps: step('a1', 'server-metadata', `${SITE}/.well-known/oauth-authorization-server`),
  },
});
