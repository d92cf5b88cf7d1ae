/** The arguments of `tap --listen`. */
import { defined } from '#shared/base';
import {
  COMMON_OPTIONS,
  NETWORK_OPTIONS,
  networkSettings,
  parseOptions,
  wrongUse,
  type Parsed,
} from '../command/index.ts';
import { OTLP_OPTIONS, readOtlp, type OtlpTarget } from '../otlp-options/index.ts';
import { isHostName } from './host-guard.ts';
import type { NetworkSettings } from '#shared/relay-protocol';

export interface HttpTapRequest {
  readonly type: 'tap';
  readonly port: number;
  readonly to: string;
  readonly settings: NetworkSettings;
  /** Names, beside those of loopback, by which clients may ask for the tap. */
  readonly allowHosts: readonly string[];
  readonly name?: string;
  readonly out?: string;
  /** A file of rules. */
  readonly rules?: string;
  /** Where spans and metrics of each session go once it is over. */
  readonly otlp?: OtlpTarget;
  readonly quiet: boolean;
}

const wrong = wrongUse('tap');

const OPTIONS = {
  listen: { type: 'string' },
  to: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  name: { type: 'string' },
  out: { type: 'string' },
  rules: { type: 'string' },
  ...OTLP_OPTIONS,
  ...NETWORK_OPTIONS,
  ...COMMON_OPTIONS,
} as const;

/** True when a tap over HTTP is asked for. */
export function isHttpTap(argv: readonly string[]): boolean {
  const dashes = argv.indexOf('--');
  return argv.slice(0, dashes < 0 ? argv.length : dashes).some((word) => /^--(?:listen|to)(?:=|$)/.test(word));
}

/** Read the arguments after `tap`. Never throws. */
export function readHttpTapArgs(argv: readonly string[], env: NodeJS.ProcessEnv): Parsed<HttpTapRequest> {
  const parsed = parseOptions('tap', {
    args: [...argv],
    options: OPTIONS,
    allowPositionals: true,
    allowNegative: true,
  });
  if ('type' in parsed) return parsed;
  const { values, positionals } = parsed;
  const { listen, to, name, out, rules, quiet, 'allow-host': allowHosts = [] } = values;
  if (positionals.length > 0) return wrong('Use either --listen and --to, or a command');
  if (listen === undefined || to === undefined) return wrong('--listen PORT and --to URL need each other');
  const port = Number(listen);
  if (!/^\d{1,5}$/.test(listen) || port > 65535) return wrong(`“${listen}” is not a port`);
  if (!/^https?:\/\//i.test(to) || !URL.canParse(to))
    return wrong(`“${to}” is not a URL that begins with http:// or https://`);
  const { username, password } = new URL(to);
  if (username !== '' || password !== '')
    return wrong('--to can’t contain a user name and password: clients send their own headers');
  const badHost = allowHosts.find((host) => !isHostName(host));
  if (badHost !== undefined) return wrong(`“${badHost}” is not a host name`);
  const settings = networkSettings(values, env);
  if (typeof settings === 'string') return wrong(settings);
  if (rules === '') return wrong('--rules needs a file');
  const otlp = readOtlp(values);
  if (typeof otlp === 'string') return wrong(otlp);
  return {
    type: 'tap',
    port,
    to,
    settings,
    allowHosts,
    quiet,
    ...(name ? { name } : {}),
    ...(out ? { out } : {}),
    ...defined({ rules, otlp }),
  };
}
